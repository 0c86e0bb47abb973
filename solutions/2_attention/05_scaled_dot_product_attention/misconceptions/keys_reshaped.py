"""The keys are reshaped to (d_k, key), which does not transpose them.

reshape refills the rows in reading order, so the numbers of different keys are mixed. Swap the last two axes:
keys.swapaxes(-1, -2).
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    turned = keys.reshape(*keys.shape[:-2], d_k, keys.shape[-2])
    scores = queries @ turned / np.sqrt(d_k)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
