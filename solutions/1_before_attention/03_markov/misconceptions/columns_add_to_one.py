"""The columns are divided by their sums instead of the rows.

A row is a word, and its numbers are the probabilities of what comes next: they must add up to 1. Sum along the last
axis, with keepdims=True, so that the division lines up with the rows.
"""

from itertools import pairwise

import numpy as np


def _counts(sentences, vocabulary):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for current, following in pairwise(sentence.split()):
            counts[vocabulary.index(current), vocabulary.index(following)] += 1
    return counts


def transition_matrix(sentences, vocabulary):
    counts = _counts(sentences, vocabulary)
    return counts / np.maximum(counts.sum(axis=0), 1)
