"""Every word that was seen next has the same share, however often it came next.

Add 1 for each time a step is seen, instead of setting the entry to 1.
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
    seen = (counts > 0).astype(float)
    return seen / np.maximum(seen.sum(axis=1, keepdims=True), 1)
