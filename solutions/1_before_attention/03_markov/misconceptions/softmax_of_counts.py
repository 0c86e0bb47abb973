"""The rows go through a softmax, which gives some probability to steps that were never seen.

Counts are not scores. Divide each row by its sum.
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
    weights = np.exp(counts)
    return weights / weights.sum(axis=1, keepdims=True)
