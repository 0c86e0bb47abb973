# wrong: the second order is divided by the sums of axis 1, and next_word looks up the last two words in the wrong order; it shows as soon as a pair has two next words, and on two different words.
import numpy as np


def _shares(counts):
    steps = counts.sum(axis=1, keepdims=True)
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
    ids = {word: v for v, word in enumerate(vocabulary)}
    V = len(vocabulary)
    counts = np.zeros((V, V, V))
    for sentence in sentences:
        words = [ids[word] for word in sentence.split()]
        for h, i, j in zip(words, words[1:], words[2:]):
            counts[h, i, j] += 1
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    row = matrix
    for word in reversed(text.split()[-(matrix.ndim - 1) :]):
        row = row[vocabulary.index(word)]
    return row.copy()
