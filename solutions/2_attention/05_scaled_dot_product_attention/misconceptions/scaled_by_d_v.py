"""The scale is the width of the values instead of that of the keys.

The dot product adds up d_k products, so d_k is what it grows with: the last axis of the queries (or keys).
values.shape[-1] is d_v.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_v = values.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_v)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
