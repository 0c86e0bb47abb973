# wrong: the second-order counts are divided by their sums over axis 1, and each different sentence is counted once.
import numpy as np


def _chain(sentences, vocabulary, order):
    index = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary),) * (order + 1))
    for sentence in sentences:
        ids = np.array([index[word] for word in sentence.split()], dtype=int)
        n = len(ids) - order
        if n > 0:
            np.add.at(counts, tuple(ids[k : k + n] for k in range(order + 1)), 1)
    total = counts.sum(axis=-1, keepdims=True)
    return counts / np.maximum(total, 1)


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sorted(set(sentences)):
        ids = [vocabulary.index(word) for word in sentence.split()]
        for i, j in zip(ids, ids[1:]):
            counts[i, j] += 1
    total = counts.sum(axis=1, keepdims=True)
    return counts / np.where(total == 0, 1, total)


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((V, V, V))
    for sentence in sorted(set(sentences)):
        ids = [vocabulary.index(word) for word in sentence.split()]
        for h, i, j in zip(ids, ids[1:], ids[2:]):
            counts[h, i, j] += 1
    total = counts.sum(axis=1, keepdims=True)
    return counts / np.where(total == 0, 1, total)


def next_word(matrix, text, vocabulary):
    order = np.ndim(matrix) - 1
    eye = np.eye(len(vocabulary))
    for word in text.split()[-order:]:
        matrix = np.tensordot(eye[vocabulary.index(word)], matrix, axes=1)
    return matrix
