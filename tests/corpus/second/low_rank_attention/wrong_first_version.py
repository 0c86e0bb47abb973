# wrong: low_rank_attention: root of rank, softmax without the largest taken off; low_rank_multiplications counts half; most inputs
import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0)
        values = np.where(keep[..., None], values, 0)
    scores = multiply(queries, multiply(E, keys).swapaxes(-1, -2)) / E.shape[0] ** 0.5
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return multiply(weights, multiply(F, values)), weights


def effective_weights(weights, F):
    return weights @ F


def dense_multiplications(length, d_k, d_v):
    return length**2 * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return length * d_k * rank + length * rank * d_v
