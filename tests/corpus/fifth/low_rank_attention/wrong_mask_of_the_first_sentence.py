# wrong: the mask is reduced to one row, that of the first sentence, which is used for all; shows with a batch whose sentences have different padding.
"""Low-rank attention."""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keep = keep.reshape(-1, keep.shape[-1])[0]
        keys = np.where(keep[..., None], keys, 0)
        values = np.where(keep[..., None], values, 0)
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
