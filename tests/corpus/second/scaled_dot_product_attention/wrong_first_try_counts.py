# wrong: scale is the root of the number of keys, hidden scores become 0, which exp turns into 1; most inputs, all masks
import numpy as np


def attention(queries, keys, values, keep=None):
    n = keys.shape[-2]
    scores = np.matmul(queries, np.swapaxes(keys, -2, -1)) / np.sqrt(n)
    if keep is not None:
        scores = scores * keep
    scores = scores - scores.max(axis=-1, keepdims=True)
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    if keep is not None:
        empty = ~np.broadcast_to(keep, scores.shape).any(axis=-1, keepdims=True)
        weights = np.where(empty, 0.0, weights)
    return np.matmul(weights, values), weights
