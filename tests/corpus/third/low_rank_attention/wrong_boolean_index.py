# wrong: padding is removed with keys[~keep] = 0 on a copy, which only works if keep has the full shape: one mask (length,) for a batch, or (batch, 1, length) for heads, fails or hits whole sentences.
import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    keys = keys.copy()
    values = values.copy()
    if keep is not None:
        keys[~keep] = 0
        values[~keep] = 0
    short_keys = multiply(E, keys)
    short_values = multiply(F, values)
    logits = multiply(queries, np.swapaxes(short_keys, -2, -1)) * queries.shape[-1] ** -0.5
    logits = logits - np.max(logits, axis=-1, keepdims=True)
    weights = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    return multiply(weights, short_values), weights


def effective_weights(weights, F):
    return sum(weights[..., r, None] * F[r] for r in range(len(F)))


def dense_multiplications(length, d_k, d_v):
    total = 0
    for _query in range(length):
        total += length * d_k  # scores
        total += length * d_v  # mixture
    return total


def low_rank_multiplications(length, rank, d_k, d_v):
    total = 0
    for _slot in range(rank):
        total += length * (d_k + d_v)  # making it
        total += length * (d_k + d_v)  # looking at it
    return total
