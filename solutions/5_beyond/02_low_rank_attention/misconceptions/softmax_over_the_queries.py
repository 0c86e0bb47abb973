"""The softmax runs over the queries, not over the slots.

The weights of one query, a row, must add up to 1. Take maximum and sum over the last axis.
"""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = np.where(keep[..., None], keys, 0), np.where(keep[..., None], values, 0)
    slot_keys, slot_values = multiply(E, keys), multiply(F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])
    weights = np.exp(scores - scores.max(axis=-2, keepdims=True))
    weights = weights / weights.sum(axis=-2, keepdims=True)
    return multiply(weights, slot_values), weights
