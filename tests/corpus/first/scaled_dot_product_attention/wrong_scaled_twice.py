# wrong: attention divides queries and keys each by sqrt(d_k), so scores are divided by d_k; shows for every d_k above 1
import math

import numpy as np


def _scaled(x):
    return np.asarray(x, dtype=np.float64) / math.sqrt(x.shape[-1])


def attention(queries, keys, values, keep=None):
    q, k = _scaled(queries), _scaled(keys)
    scores = np.einsum("...qd,...kd->...qk", q, k)

    visible = np.ones(scores.shape, dtype=bool)
    if keep is not None:
        visible = np.broadcast_to(keep, scores.shape)

    scores = np.where(visible, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top[np.isneginf(top)] = 0
    weights = np.exp(scores - top)
    total = weights.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    weights = weights / total
    return np.einsum("...qk,...kv->...qv", weights, values), weights
