"""Slots of nothing but padding are hidden: their weight is 0.

There is no mask over the slots. Such a slot has the key 0 and the score 0, and takes part in the softmax.
"""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = np.where(keep[..., None], keys, 0), np.where(keep[..., None], values, 0)
    slot_keys, slot_values = multiply(E, keys), multiply(F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])
    if keep is not None:
        used = ((E != 0) & keep[..., None, :]).any(axis=-1)
        scores = np.where(used[..., None, :], scores, -np.inf)
    with np.errstate(invalid="ignore"):
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights
