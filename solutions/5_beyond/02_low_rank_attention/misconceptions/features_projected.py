"""The projections are applied to the features, not to the tokens.

K @ E mixes the numbers within each token. The tokens are the rows of K, and a matrix on the left mixes rows: E @ K.
With unequal sizes K @ E is an error.
"""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = np.where(keep[..., None], keys, 0), np.where(keep[..., None], values, 0)
    slot_keys, slot_values = multiply(keys, E), multiply(values, F)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights
