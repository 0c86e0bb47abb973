"""The result is right, but all length × length scores are computed and projected afterwards.

(Q Kᵀ) Eᵀ equals Q (E K)ᵀ, at a cost that still grows with the square of the length. The order of the products is
what saves the cost: project the keys first.
"""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = np.where(keep[..., None], keys, 0), np.where(keep[..., None], values, 0)
    scores = multiply(queries, np.swapaxes(keys, -1, -2)) / np.sqrt(queries.shape[-1])
    scores = multiply(scores, E.T)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return multiply(weights, multiply(F, values)), weights
