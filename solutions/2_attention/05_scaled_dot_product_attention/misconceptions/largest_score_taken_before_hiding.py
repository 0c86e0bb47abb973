"""The largest score of a row is taken before keys are hidden, so it can be the score of a hidden key.

Beside a large hidden score every visible exponential becomes 0. Masking a finished softmax and normalising again does
the same. Hide first, then take the largest of what is left.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    if keep is not None:
        weights = weights * keep
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
