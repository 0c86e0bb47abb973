# right: computes the slot keys already transposed, (E K) transposed = K transposed times E transposed; log-sum-exp for the softmax.
"""Low-rank attention with the slot keys as columns."""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        hide = np.logical_not(keep)[..., np.newaxis]
        keys = np.where(hide, np.zeros_like(keys), keys)
        values = np.where(hide, np.zeros_like(values), values)
    columns = multiply(np.swapaxes(keys, -1, -2), E.T)
    scores = multiply(queries, columns)
    scores = scores / np.sqrt(keys.shape[-1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True)))
    return multiply(weights, multiply(F, values)), weights


def effective_weights(weights, F):
    return np.matmul(weights, F)


def dense_multiplications(length, d_k, d_v):
    return (d_k + d_v) * length**2


def low_rank_multiplications(length, rank, d_k, d_v):
    return (d_k + d_v) * length * rank * 2
