# wrong: only the padded keys count as zeros, the padded values are in the slots; shows with any mask that hides a value other than 0.
"""Low-rank attention."""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0)
    slot_keys = multiply(E, keys)
    slot_values = multiply(F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    return weights @ F


def dense_multiplications(length, d_k, d_v):
    return length * length * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return 2 * length * rank * (d_k + d_v)
