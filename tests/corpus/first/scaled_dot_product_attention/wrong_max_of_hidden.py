# wrong: attention subtracts the row's largest score before hiding; a hidden score far above the visible ones (by 750) makes all weights 0
import numpy as np


def stable_exp(scores):
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


def attention(queries, keys, values, keep=None):
    d_k = np.shape(queries)[-1]
    scores = (queries / np.sqrt(d_k)) @ np.swapaxes(keys, -1, -2)
    weights = stable_exp(scores)
    if keep is not None:
        weights = np.where(keep, weights, 0.0)
    total = weights.sum(axis=-1, keepdims=True)
    weights = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    return weights @ values, weights
