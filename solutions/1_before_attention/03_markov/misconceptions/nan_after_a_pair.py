"""A pair from which no step leads has a row of NaN.

Most pairs never occur, and 0 / 0 is not a number. Divide by at least 1: np.maximum(total, 1).
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
    with np.errstate(invalid="ignore"):
        return counts / counts.sum(axis=-1, keepdims=True)
