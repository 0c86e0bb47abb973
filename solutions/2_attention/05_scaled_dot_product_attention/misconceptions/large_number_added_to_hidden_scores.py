"""A query that may see no key sees them all, as if none were hidden.

Adding a large negative number such as −1e9 to hidden scores does that: it changes no difference between them. Replace
the score by −∞, and return zeros where no key is visible.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    if keep is not None:
        scores = scores + np.where(keep, 0.0, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ values, weights
