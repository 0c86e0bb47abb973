# wrong: the largest score is searched before hiding; it shows on a hidden score thousands above the visible ones.
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    e = np.exp(scores)
    total = e.sum(axis=-1, keepdims=True)
    weights = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
    return weights @ values, weights
