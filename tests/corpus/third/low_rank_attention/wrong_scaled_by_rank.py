# wrong: the scores are divided by the square root of the number of slots instead of √d_k, which shows whenever rank and d_k differ.
import numpy as np


def softmax(x):
    x = x - x.max(axis=-1, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys = np.where(keep[..., np.newaxis], keys, 0)
        values = np.where(keep[..., np.newaxis], values, 0)
    projected_keys = multiply(E, keys)
    projected_values = multiply(F, values)
    rank = projected_keys.shape[-2]
    scores = multiply(queries, projected_keys.swapaxes(-1, -2)) / np.sqrt(rank)
    weights = softmax(scores)
    return multiply(weights, projected_values), weights


def effective_weights(weights, F):
    return np.matmul(weights, F)


def dense_multiplications(length, d_k, d_v):
    return length**2 * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return 2 * length * rank * (d_k + d_v)
