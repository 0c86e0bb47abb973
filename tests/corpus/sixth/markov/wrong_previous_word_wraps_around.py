# wrong: the triples start at the second word, whose previous word is index -1, the last of the sentence; it shows on any sentence.
import numpy as np


def _shares(counts):
    steps = counts.sum(axis=-1, keepdims=True)
    return counts / np.maximum(steps, 1)


def transition_matrix(sentences, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sentences:
        words = [ids[word] for word in sentence.split()]
        for i, j in zip(words, words[1:]):
            counts[i, j] += 1
    return _shares(counts)


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((V, V, V))
    for sentence in sentences:
        words = [vocabulary.index(word) for word in sentence.split()]
        for t in range(1, len(words)):
            counts[words[t - 2], words[t - 1], words[t]] += 1
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    row = tuple(vocabulary.index(word) for word in text.split()[-order:])
    return matrix[row].copy()
