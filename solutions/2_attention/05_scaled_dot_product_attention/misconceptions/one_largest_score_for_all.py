"""The largest of all scores is subtracted, not the largest of each row.

A row far below it becomes exp(−1600) = 0 everywhere. Take the maximum with axis=-1 and keepdims=True.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    weights = np.exp(scores - scores.max())
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
