"""A word that nothing follows leads to itself.

In some Markov chains the end is such a state. Here a sentence just stops: the row stays at zero.
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
    ends = counts.sum(axis=1) == 0
    counts[ends, ends] = 1
    return counts / counts.sum(axis=1, keepdims=True)
