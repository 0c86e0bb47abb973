"""Weights from log-probabilities, and einsum where nothing is counted."""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        real = np.broadcast_to(keep, keys.shape[:-1])
        keys, values = keys.copy(), values.copy()
        keys[~real] = values[~real] = 0
    slots = multiply(E, keys)
    scores = multiply(slots, np.swapaxes(queries, -1, -2)).swapaxes(-1, -2) / np.sqrt(keys.shape[-1])
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return multiply(weights, multiply(F, values)), weights


def effective_weights(weights, F):
    return np.einsum("...qr,rt->...qt", weights, F)


def dense_multiplications(length, d_k, d_v):
    return int(np.prod([length, length, d_k + d_v]))


def low_rank_multiplications(length, rank, d_k, d_v):
    return dense_multiplications(length, d_k, d_v) * 2 * rank // length
