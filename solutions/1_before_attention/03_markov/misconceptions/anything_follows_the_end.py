"""A word that nothing follows leads to every word with the same probability.

Nothing was seen after it, so nothing is claimed: its row stays at zero.
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
    counts[counts.sum(axis=1) == 0] = 1
    return counts / counts.sum(axis=1, keepdims=True)
