# wrong: low_rank_attention multiplies (Q K^T) E^T, all n^2 scores; shows in the count of multiply
import math

import numpy as np


def without_padding(rows, keep):
    rows = np.array(rows, dtype=float)
    keep = np.broadcast_to(keep, rows.shape[:-1])
    for place in np.ndindex(*keep.shape):
        if not keep[place]:
            rows[place] = 0.0
    return rows


def softmax_of(row):
    top = max(row)
    powers = [math.exp(x - top) for x in row]
    total = sum(powers)
    return [p / total for p in powers]


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys = without_padding(keys, keep)
        values = without_padding(values, keep)
    root = math.sqrt(keys.shape[-1])
    token_scores = multiply(queries / root, np.swapaxes(keys, -1, -2))
    small_values = multiply(F, values)
    scores = multiply(token_scores, E.T)
    weights = np.empty(scores.shape)
    for place in np.ndindex(*scores.shape[:-1]):
        weights[place] = softmax_of(scores[place].tolist())
    outputs = multiply(weights, small_values)
    return outputs, weights


def effective_weights(weights, F):
    length = F.shape[1]
    result = np.zeros(weights.shape[:-1] + (length,))
    for slot in range(F.shape[0]):
        for token in range(length):
            result[..., token] += weights[..., slot] * F[slot, token]
    return result


def dense_multiplications(length, d_k, d_v):
    count = 0
    for _ in range(length):
        count += length * d_k
        count += length * d_v
    return count


def low_rank_multiplications(length, rank, d_k, d_v):
    count = 0
    for width in (d_k, d_v):
        count += rank * length * width
        count += length * rank * width
    return count
