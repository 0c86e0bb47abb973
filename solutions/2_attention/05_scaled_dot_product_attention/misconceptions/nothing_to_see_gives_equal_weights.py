"""A query that may see no key gets equal weights on all the hidden ones.

That is what a large negative number such as −1e9 in place of −∞ does: in that row all scores are equal. Set
the weights to 0 where keep is False.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    if keep is not None:
        scores = np.where(keep, scores, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ values, weights
