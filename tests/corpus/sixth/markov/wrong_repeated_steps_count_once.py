# wrong: steps are added with an index and +=, once for each sentence; it shows on a sentence that takes the same step twice, 'a b a b a c'.
import numpy as np


def _shares(counts):
    steps = counts.sum(axis=-1, keepdims=True)
    return counts / np.maximum(steps, 1)


def transition_matrix(sentences, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        words = np.array([ids[word] for word in sentence.split()], dtype=int)
        counts[words[:-1], words[1:]] += 1
    return _shares(counts)


def second_order_matrix(sentences, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary),) * 3)
    for sentence in sentences:
        words = np.array([ids[word] for word in sentence.split()], dtype=int)
        counts[words[:-2], words[1:-1], words[2:]] += 1
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    row = tuple(vocabulary.index(word) for word in text.split()[-order:])
    return matrix[row].copy()
