# wrong: two mistakes: divided by d_k instead of its root, and keys.T turns all axes of a batch round.
import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = keys.shape[-1]
    scores = queries.dot(keys.T) / d_k
    seen = np.ones(scores.shape, bool) if keep is None else np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(scores.shape[:-1]):
        if seen[row].any():
            s = scores[row][seen[row]]
            e = np.exp(s - s.max())
            weights[row][seen[row]] = e / e.sum()
    return weights @ values, weights
