# wrong: low_rank_attention zeroes padding in the caller's arrays and takes softmax over the queries; effective_weights cuts off negatives
import math

import numpy as np


class Slots:
    def __init__(self, rows, projection, keep, multiply):
        if keep is not None:
            rows = np.array(rows, dtype=float)
            rows[~np.broadcast_to(keep, rows.shape[:-1])] = 0.0
        self.rows = multiply(projection, rows)

    @property
    def columns(self):
        return np.moveaxis(self.rows, -1, -2)


def product_cost(a, b, c):
    return a * b * c


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        hidden = ~np.broadcast_to(keep, keys.shape[:-1])
        keys[hidden] = 0
        values[hidden] = 0
    scores = multiply(queries, np.moveaxis(multiply(E, keys), -1, -2)) / math.sqrt(keys.shape[-1])
    e = np.exp(scores - scores.max(axis=-2, keepdims=True))
    weights = e / e.sum(axis=-2, keepdims=True)
    return multiply(weights, multiply(F, values)), weights


def effective_weights(weights, F):
    return np.maximum(np.einsum("...qr,rn->...qn", weights, F), 0)


def dense_multiplications(length, d_k, d_v):
    return product_cost(length, d_k, length) + product_cost(length, length, d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return sum(
        product_cost(*shape)
        for shape in [(rank, length, d_k), (rank, length, d_v), (length, d_k, rank), (length, rank, d_v)]
    )
