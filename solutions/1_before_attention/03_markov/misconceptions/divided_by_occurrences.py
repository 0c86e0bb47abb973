"""Each row is divided by how often the word occurs, ends of sentences included.

At the end of a sentence no step is taken, so the row of such a word does not reach 1. Divide by the sum of the row: the
steps that were seen.
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
    said = np.array([[sentence.split().count(word) for sentence in sentences] for word in vocabulary])
    return counts / np.maximum(said.sum(axis=1, keepdims=True), 1)
