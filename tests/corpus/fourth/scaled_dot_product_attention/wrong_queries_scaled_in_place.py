# wrong: the queries are divided by the root in the caller's own array.
import math

import numpy as np


def attention(queries, keys, values, keep=None):
    queries /= math.sqrt(queries.shape[-1])
    scores = queries @ keys.swapaxes(-1, -2)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(-1, keepdims=True)
    scores = np.where(np.isneginf(top), -np.inf, scores - np.where(np.isneginf(top), 0, top))
    powers = np.exp(scores)
    weights = powers / np.maximum(powers.sum(-1, keepdims=True), 1e-300)
    return weights @ values, weights
