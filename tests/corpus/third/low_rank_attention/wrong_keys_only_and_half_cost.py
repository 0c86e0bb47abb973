# wrong: two mistakes: padding is taken out of the keys only, so padded values still get into the outputs, and the cost of making the slots is left out.
import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    d_k = keys.shape[-1]
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0.0)
    k = multiply(E, keys)
    v = multiply(F, values)
    scores = multiply(queries, np.swapaxes(k, -1, -2)) / np.sqrt(d_k)
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    return multiply(weights, v), weights


def effective_weights(weights, F):
    return weights @ F


def dense_multiplications(length, d_k, d_v):
    return length * length * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    # each of the `length` queries looks at `rank` slots
    scores = length * rank * d_k
    mixtures = length * rank * d_v
    return scores + mixtures
