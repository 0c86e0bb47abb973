"""numpy, computing in single precision whatever comes in."""

import numpy as np


def attention(queries, keys, values, keep=None):
    queries, keys, values = (np.asarray(x, dtype=np.float32) for x in (queries, keys, values))
    scores = np.matmul(queries, np.moveaxis(keys, -1, -2)) / np.float32(np.sqrt(queries.shape[-1]))
    keep = np.broadcast_to(True if keep is None else keep, scores.shape)
    peak = np.max(scores, axis=-1, keepdims=True, where=keep, initial=-np.inf)
    weights = np.exp(scores - peak, where=keep, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)
    weights = np.divide(weights, total, where=total > 0, out=np.zeros_like(weights))
    return np.matmul(weights, values), weights
