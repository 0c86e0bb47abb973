# right: softmax row by row with math.exp, float32 inside, effective weights in loops
import math
from collections.abc import Callable

import numpy as np


class Counter:
    def __init__(self):
        self.total = 0

    def product(self, a, b, c):
        self.total += a * b * c
        return self


def low_rank_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    E: np.ndarray,
    F: np.ndarray,
    keep: np.ndarray | None = None,
    multiply: Callable = np.matmul,
):
    q = np.array(queries, dtype=np.float32)
    k = np.array(keys, dtype=np.float32)
    v = np.array(values, dtype=np.float32)
    if keep is not None:
        for where in np.ndindex(*k.shape[:-1]):
            if not np.broadcast_to(keep, k.shape[:-1])[where]:
                k[where] = 0.0
                v[where] = 0.0
    k = multiply(E, k)
    v = multiply(F, v)
    scores = multiply(q, np.swapaxes(k, -2, -1))
    weights = np.zeros(scores.shape)
    for where in np.ndindex(*scores.shape[:-1]):
        row = [float(s) / math.sqrt(q.shape[-1]) for s in scores[where]]
        top = max(row)
        row = [math.exp(s - top) for s in row]
        weights[where] = [e / math.fsum(row) for e in row]
    return multiply(weights, v), weights


def effective_weights(weights, F):
    out = np.zeros(weights.shape[:-1] + (F.shape[1],))
    for r in range(F.shape[0]):
        out += weights[..., r : r + 1] * F[r]
    return out


def dense_multiplications(length, d_k, d_v):
    return Counter().product(length, d_k, length).product(length, length, d_v).total


def low_rank_multiplications(length, rank, d_k, d_v):
    count = Counter().product(rank, length, d_k).product(rank, length, d_v)
    return count.product(length, d_k, rank).product(length, rank, d_v).total
