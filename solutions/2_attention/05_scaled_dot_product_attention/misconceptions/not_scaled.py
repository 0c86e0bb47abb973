"""The scores are not divided by √d_k.

Long vectors have large dot products, and one key then takes nearly all the weight. Divide Q Kᵀ by the root of
the last axis of the queries.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    scores = queries @ keys.swapaxes(-1, -2)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
