# wrong: written with the subscripts b, q, k, d, so one sentence without a batch axis (or batch and heads) fails.
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = np.einsum("bqd,bkd->bqk", queries, keys) / np.sqrt(queries.shape[2])
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    best = scores.max(axis=2, keepdims=True)
    powers = np.exp(scores - np.where(np.isfinite(best), best, 0))
    total = powers.sum(axis=2, keepdims=True)
    weights = powers / np.where(total > 0, total, 1)
    return np.einsum("bqk,bkv->bqv", weights, values), weights
