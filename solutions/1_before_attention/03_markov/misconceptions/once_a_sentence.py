"""A step that occurs twice in a sentence is counted once.

A set of the pairs of a sentence drops repeats. Add 1 for each time a step is seen.
"""

from itertools import pairwise

import numpy as np


def _counts(sentences, vocabulary):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for current, following in set(pairwise(sentence.split())):
            counts[vocabulary.index(current), vocabulary.index(following)] += 1
    return counts


def transition_matrix(sentences, vocabulary):
    counts = _counts(sentences, vocabulary)
    return counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)
