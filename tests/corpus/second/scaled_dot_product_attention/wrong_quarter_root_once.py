# wrong: scale split over queries and keys, but only the queries are divided by d_k ** 0.25; whenever d_k > 1
import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    q = np.asarray(queries, dtype=np.float64) * d_k**-0.25
    k = np.asarray(keys, dtype=np.float64)
    scores = np.einsum("...id,...jd->...ij", q, k)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    m = scores.max(axis=-1, keepdims=True)
    m[np.isneginf(m)] = 0
    weights = np.exp(scores - m)
    z = weights.sum(axis=-1, keepdims=True)
    z[z == 0] = 1
    weights /= z
    return np.einsum("...ij,...jv->...iv", weights, values), weights
