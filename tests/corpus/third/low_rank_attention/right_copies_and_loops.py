# right: copies whose padded rows are overwritten, the softmax row by row in a loop over all leading positions, costs added up product by product.
import math

import numpy as np


def _without_padding(array, keep):
    clean = np.array(array, dtype=float)
    if keep is not None:
        mask = np.broadcast_to(keep, clean.shape[:-1])
        for place in np.ndindex(*mask.shape):
            if not mask[place]:
                clean[place] = 0.0
    return clean


def _softmax_rows(scores):
    weights = np.empty(scores.shape, dtype=float)
    for place in np.ndindex(*scores.shape[:-1]):
        row = [float(s) for s in scores[place]]
        largest = max(row)
        shares = [math.exp(s - largest) for s in row]
        whole = sum(shares)
        weights[place] = [share / whole for share in shares]
    return weights


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    keys = _without_padding(keys, keep)
    values = _without_padding(values, keep)
    summaries = multiply(E, keys), multiply(F, values)
    scores = multiply(queries, summaries[0].swapaxes(-2, -1))
    weights = _softmax_rows(scores / math.sqrt(queries.shape[-1]))
    outputs = multiply(weights, summaries[1])
    return outputs, weights


def effective_weights(weights, F):
    effective = np.zeros((*weights.shape[:-1], F.shape[1]))
    for slot in range(F.shape[0]):
        for token in range(F.shape[1]):
            effective[..., token] += weights[..., slot] * F[slot, token]
    return effective


def product(a, b, c):
    """Multiplications of (a, b) times (b, c)."""
    return a * b * c


def dense_multiplications(length, d_k, d_v):
    return product(length, d_k, length) + product(length, length, d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    slots = product(rank, length, d_k) + product(rank, length, d_v)
    return slots + product(length, d_k, rank) + product(length, rank, d_v)
