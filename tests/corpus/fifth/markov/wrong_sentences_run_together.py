# wrong: all sentences are joined into one text: a step leads from the end of one sentence into the next one.
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
    return _chain([" ".join(sentences)], vocabulary, 1)


def second_order_matrix(sentences, vocabulary):
    return _chain([" ".join(sentences)], vocabulary, 2)


def next_word(matrix, text, vocabulary):
    order = np.ndim(matrix) - 1
    eye = np.eye(len(vocabulary))
    for word in text.split()[-order:]:
        matrix = np.tensordot(eye[vocabulary.index(word)], matrix, axes=1)
    return matrix
