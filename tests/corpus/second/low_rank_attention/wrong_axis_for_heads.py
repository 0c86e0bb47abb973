# wrong: low_rank_attention adds a heads axis to a mask with one axis less; shows for keep (heads, length) with batch = heads
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
    if keep is not None and keep.ndim == 2 and np.ndim(keys) == 4 and len(keep) == len(keys):
        keep = keep[:, None, :]
    k = Slots(keys, E, keep, multiply)
    v = Slots(values, F, keep, multiply)
    scores = multiply(queries, k.columns)
    scores = scores / math.sqrt(np.shape(keys)[-1])
    log_sum = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    weights = np.exp(scores - log_sum)
    return multiply(weights, v.rows), weights


def effective_weights(weights, F):
    return np.einsum("...qr,rn->...qn", weights, F)


def dense_multiplications(length, d_k, d_v):
    return product_cost(length, d_k, length) + product_cost(length, length, d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return sum(
        product_cost(*shape)
        for shape in [(rank, length, d_k), (rank, length, d_v), (length, d_k, rank), (length, rank, d_v)]
    )
