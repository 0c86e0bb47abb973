# wrong: two mistakes: the softmax runs over the queries (axis -2) instead of the slots, and effective_weights are divided by their row sums, though they need not add up to 1.
import numpy as np


def softmax(x, axis):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        mask = np.broadcast_to(keep, keys.shape[:-1])
        keys = np.where(mask[..., None], keys, 0)
        values = np.where(mask[..., None], values, 0)
    k_slots = multiply(E, keys)
    v_slots = multiply(F, values)
    scores = multiply(queries, k_slots.swapaxes(-1, -2)) / np.sqrt(keys.shape[-1])
    weights = softmax(scores, axis=-2)
    return multiply(weights, v_slots), weights


def effective_weights(weights, F):
    effective = weights @ F
    return effective / effective.sum(axis=-1, keepdims=True)


def dense_multiplications(length, d_k, d_v):
    return length * length * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return 2 * rank * length * (d_k + d_v)
