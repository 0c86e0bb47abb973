# wrong: two mistakes: slots that hold only padding get no weight (they should keep the score 0), and the effective weights are made to add up to 1; shows with a slot of padding alone, and with any F whose rows do not add up to 1.
"""Low-rank attention."""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    empty = None
    if keep is not None:
        empty = ~((E != 0) & keep[..., None, :]).any(axis=-1)
        keys = np.where(keep[..., None], keys, 0)
        values = np.where(keep[..., None], values, 0)
    slot_keys = multiply(E, keys)
    slot_values = multiply(F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])
    if empty is not None and not empty.all():
        scores = np.where(empty[..., None, :], -1e30, scores)
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    effective = weights @ F
    return effective / effective.sum(axis=-1, keepdims=True)


def dense_multiplications(length, d_k, d_v):
    return length * length * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return 2 * length * rank * (d_k + d_v)
