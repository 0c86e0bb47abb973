"""The mask is applied after the softmax.

The hidden keys have taken their share by then, so the rest adds up to less than 1. Hide the scores first, then
normalise.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    if keep is not None:
        weights = weights * keep
    return weights @ values, weights
