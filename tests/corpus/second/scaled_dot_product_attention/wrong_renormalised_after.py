# wrong: softmax over all keys, then mask and divide again: a hidden score far above the visible ones leaves a row of zeros
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    if keep is not None:
        weights = np.where(keep, weights, 0)
        left = weights.sum(axis=-1, keepdims=True)
        weights = np.where(left > 0, weights / np.where(left > 0, left, 1), 0)
    return weights @ values, weights
