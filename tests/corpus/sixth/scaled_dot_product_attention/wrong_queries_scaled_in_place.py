# wrong: the caller's queries are divided by the root; it shows after the call.
import numpy as np


def attention(queries, keys, values, keep=None):
    queries /= np.sqrt(queries.shape[-1])
    scores = queries @ np.swapaxes(keys, -1, -2)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total > 0, total, 1)
    return weights @ values, weights
