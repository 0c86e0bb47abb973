# wrong: low_rank_attention divides the scores by the root of d_v; shows when d_v is not d_k
import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0)
        values = np.where(keep[..., None], values, 0)
    slot_keys = multiply(E, keys)
    slot_values = multiply(F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(slot_values.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    return weights @ F


def dense_multiplications(length, d_k, d_v):
    return length**2 * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return 2 * length * rank * (d_k + d_v)
