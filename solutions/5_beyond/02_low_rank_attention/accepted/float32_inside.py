"""Single precision, and the padding taken out of the projections as well as of the keys: (E · keep) K."""

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    queries, keys, values, E, F = (np.asarray(x, dtype=np.float32) for x in (queries, keys, values, E, F))
    if keep is not None:
        keys, values = (np.where(keep[..., None], x, np.float32(0)) for x in (keys, values))
        E, F = E * keep[..., None, :].astype(np.float32), F * keep[..., None, :].astype(np.float32)
    queries = queries / np.sqrt(np.float32(queries.shape[-1]))
    scores = multiply(queries, np.swapaxes(multiply(E, keys), -1, -2))
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights /= np.sum(weights, axis=-1, keepdims=True)
    return multiply(weights, multiply(F, values)), weights


def effective_weights(weights, F):
    return np.matmul(weights.astype(np.float32), F.astype(np.float32))


def dense_multiplications(length, d_k, d_v):
    return sum(length * width * length for width in (d_k, d_v))


def low_rank_multiplications(length, rank, d_k, d_v):
    return sum(2 * rank * width * length for width in (d_k, d_v))
