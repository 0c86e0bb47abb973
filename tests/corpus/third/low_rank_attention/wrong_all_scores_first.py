# wrong: the order of the products is (Q Kᵀ) Eᵀ, which gives the same weights but computes all length × length scores.
import numpy as np


def _transpose(a):
    return np.swapaxes(a, -1, -2)


def _softmax(a):
    a = np.exp(a - a.max(axis=-1, keepdims=True))
    return a / a.sum(axis=-1, keepdims=True)


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0.0)
        values = np.where(keep[..., None], values, 0.0)
    scores = multiply(queries, _transpose(keys)) / np.sqrt(queries.shape[-1])
    scores = multiply(scores, _transpose(E))  # from tokens to slots
    weights = _softmax(scores)
    return multiply(weights, multiply(F, values)), weights


def effective_weights(weights, F):
    return weights @ F


def dense_multiplications(length, d_k, d_v):
    return length**2 * d_k + length**2 * d_v


def low_rank_multiplications(length, rank, d_k, d_v):
    return rank * length * d_k + rank * length * d_v + length * d_k * rank + length * rank * d_v
