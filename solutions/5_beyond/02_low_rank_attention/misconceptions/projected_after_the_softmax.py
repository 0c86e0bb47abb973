"""The softmax is taken over all tokens, and only then projected to the slots.

That is a different formula, and it computes all length × length scores. Project the keys first: the softmax runs over
the slots.
"""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = np.where(keep[..., None], keys, 0), np.where(keep[..., None], values, 0)
    scores = multiply(queries, np.swapaxes(keys, -1, -2)) / np.sqrt(queries.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    weights = multiply(weights, E.T)
    return multiply(weights, multiply(F, values)), weights
