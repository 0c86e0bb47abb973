"""numpy's own counting, np.add.at, and np.divide with a mask."""

import numpy as np


def _shares(counts):
    total = counts.sum(axis=-1, keepdims=True)
    return np.divide(counts, total, where=total > 0, out=np.zeros_like(counts))


def _count(sentences, vocabulary, words_in_a_row):
    number = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros([len(vocabulary)] * words_in_a_row)
    for sentence in sentences:
        ids = np.array([number[word] for word in sentence.split()])
        if len(ids) >= words_in_a_row:
            windows = np.lib.stride_tricks.sliding_window_view(ids, words_in_a_row)
            np.add.at(counts, tuple(windows.T), 1)
    return counts


def transition_matrix(sentences, vocabulary):
    return _shares(_count(sentences, vocabulary, 2))


def second_order_matrix(sentences, vocabulary):
    return _shares(_count(sentences, vocabulary, 3))


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    return matrix[tuple(vocabulary.index(word) for word in text.split()[-order:])]
