"""The counts of a pair are divided by all the steps of its first word.

The whole table of a previous word then adds up to 1, but each of its rows should. Sum along the last axis only.
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
    return counts / np.maximum(counts.sum(axis=(1, 2), keepdims=True), 1)
