"""The second order holds counts, not probabilities.

Divide the row of each pair by its sum, along the last axis.
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
    return _threes(sentences, vocabulary)
