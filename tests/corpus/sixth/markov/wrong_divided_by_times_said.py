# wrong: the shares are divided by how often the current word is said; it shows on a word that once ends a sentence and once does not.
import numpy as np


def _shares(counts):
    steps = counts.sum(axis=-1, keepdims=True)
    return counts / np.maximum(steps, 1)


def transition_matrix(sentences, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    V = len(vocabulary)
    counts = np.zeros((V, V))
    said = np.zeros(V)
    for sentence in sentences:
        words = [ids[word] for word in sentence.split()]
        for word in words:
            said[word] += 1
        for i, j in zip(words, words[1:]):
            counts[i, j] += 1
    return counts / np.maximum(said, 1)[:, None]


def second_order_matrix(sentences, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    V = len(vocabulary)
    counts = np.zeros((V, V, V))
    for sentence in sentences:
        words = [ids[word] for word in sentence.split()]
        for h, i, j in zip(words, words[1:], words[2:]):
            counts[h, i, j] += 1
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    row = tuple(vocabulary.index(word) for word in text.split()[-order:])
    return matrix[row].copy()
