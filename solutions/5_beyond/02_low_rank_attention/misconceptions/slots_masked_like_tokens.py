"""The padding mask is applied to the scores, which belong to slots, not to tokens.

Slot 2 is not token 2: every slot is a mix of all tokens. Take the padding out before projecting.
"""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    slot_keys, slot_values = multiply(E, keys), multiply(F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])
    if keep is not None:
        scores = np.where(keep[..., None, : len(E)], scores, -np.inf)  # cut to the number of slots, so that it fits
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights
