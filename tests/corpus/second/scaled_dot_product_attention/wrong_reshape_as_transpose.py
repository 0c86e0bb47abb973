# wrong: keys are reshaped to (..., d_k, key) in place of being transposed; whenever there is more than one key and d_k > 1
"""Scaled dot-product attention."""

import numpy as np


def attention(queries, keys, values, keep=None):
    *lead, n_keys, d_k = keys.shape
    keys_t = keys.reshape(*lead, d_k, n_keys)
    scores = (queries @ keys_t) / d_k**0.5
    if keep is None:
        keep = np.ones(scores.shape, dtype=bool)
    keep = np.broadcast_to(keep, scores.shape)
    peak = np.max(scores, axis=-1, keepdims=True, where=keep, initial=-1e300)
    weights = np.where(keep, np.exp(np.where(keep, scores - peak, 0.0)), 0.0)
    total = weights.sum(axis=-1, keepdims=True)
    weights = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    return weights @ values, weights
