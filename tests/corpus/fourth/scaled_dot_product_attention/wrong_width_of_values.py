# wrong: scaled by the root of the width of the values, seen when d_v is not d_k.
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention(queries, keys, values, keep=None):
    d = values.shape[-1]
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d)
    if keep is None:
        weights = softmax(scores)
        return weights @ values, weights
    keep = np.broadcast_to(keep, scores.shape)
    blind = ~keep.any(axis=-1, keepdims=True)
    weights = np.where(blind, 0, softmax(np.where(keep | blind, scores, -np.inf)))
    return weights @ values, weights
