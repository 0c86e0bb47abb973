"""Not every matrix product is computed with multiply, so the count is too low.

The result is right, but @ and einsum do not count. All four products go through multiply(a, b): E K, F V, the scores
and the outputs.
"""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = np.where(keep[..., None], keys, 0), np.where(keep[..., None], values, 0)
    slot_keys, slot_values = multiply(E, keys), multiply(F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ slot_values, weights
