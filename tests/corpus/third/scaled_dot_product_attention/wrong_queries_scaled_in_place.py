# wrong: the queries are scaled with /=, which changes the caller's array: the results of the first call are right, a second call with the same queries is not.
import numpy as np


def attention(queries, keys, values, keep=None):
    queries /= np.sqrt(queries.shape[-1])
    scores = np.einsum("...id,...jd->...ij", queries, keys)
    mask = np.ones_like(scores, dtype=bool) if keep is None else np.broadcast_to(keep, scores.shape)
    low = np.where(mask, scores, -np.inf).max(axis=-1, keepdims=True)
    low = np.where(np.isneginf(low), 0, low)
    e = np.where(mask, np.exp(np.where(mask, scores - low, 0)), 0)
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total > 0, total, 1)
    return np.einsum("...ij,...jv->...iv", weights, values), weights
