"""One softmax is taken over all the scores together.

Without an axis, the sum runs over all queries (and the whole batch). Every query has its own weights, which add up to
1: use axis=-1 with keepdims=True.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    weights = np.exp(scores - scores.max())
    weights = weights / weights.sum()
    return weights @ values, weights
