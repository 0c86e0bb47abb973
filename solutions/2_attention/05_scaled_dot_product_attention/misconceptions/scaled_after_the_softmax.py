"""The weights are divided by √d_k, after the softmax.

They no longer add up to 1, and the softmax has seen the large scores. Divide the scores, before the softmax.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    weights = weights / np.sqrt(d_k)
    return weights @ values, weights
