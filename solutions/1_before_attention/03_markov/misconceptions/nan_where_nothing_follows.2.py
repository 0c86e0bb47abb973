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
    total = counts.sum(axis=1)
    for sentence in sentences:
        last = vocabulary.index(sentence.split()[-1])
        total[last] = max(total[last], 1)
    with np.errstate(invalid="ignore"):
        return counts / total[:, None]
