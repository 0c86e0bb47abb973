# wrong: attention scales the queries in place; np.asarray makes no copy of float64 arrays, so the caller's queries are changed
import numpy as np


def attention(queries, keys, values, keep=None):
    q = np.asarray(queries, dtype=np.float64)
    k = np.asarray(keys, dtype=np.float64)
    v = np.asarray(values, dtype=np.float64)

    q /= np.sqrt(k.shape[-1])
    scores = q @ np.swapaxes(k, -1, -2)
    if keep is not None:
        scores[~np.broadcast_to(keep, scores.shape)] = -np.inf

    peak = scores.max(axis=-1, keepdims=True)
    peak[peak == -np.inf] = 0.0
    scores -= peak
    weights = np.exp(scores, out=scores)
    total = weights.sum(axis=-1, keepdims=True)
    total[total == 0.0] = 1.0
    weights /= total
    return weights @ v, weights
