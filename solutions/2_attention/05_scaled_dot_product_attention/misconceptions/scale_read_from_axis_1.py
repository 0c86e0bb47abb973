"""The scale is read from the wrong axis of the queries or keys.

In (batch, key, d_k) axis 1 is the number of keys; it is d_k only when there is no batch. Count from the end:
d_k is shape[-1].
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = keys.shape[1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
