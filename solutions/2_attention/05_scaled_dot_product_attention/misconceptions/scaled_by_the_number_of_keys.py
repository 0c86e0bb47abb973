"""The scale is the root of the number of keys instead of their width.

keys.shape is (..., key, d_k). The width is the last entry, shape[-1]; shape[-2] is the length of the sentence.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    n_keys = keys.shape[-2]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(n_keys)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
