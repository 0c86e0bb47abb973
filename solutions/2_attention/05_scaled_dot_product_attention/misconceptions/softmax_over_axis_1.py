"""The softmax runs over axis 1, which is the key axis only when there is no batch.

In (batch, query, key) axis 1 is the query. Count from the end: the keys are axis=-1 for any number of axes.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
