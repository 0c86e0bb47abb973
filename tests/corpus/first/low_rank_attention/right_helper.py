# right: a softmax helper, copies with boolean assignment, sums of the four products
from collections.abc import Callable

import numpy as np
import math


def _softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def low_rank_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    E: np.ndarray,
    F: np.ndarray,
    keep: np.ndarray | None = None,
    multiply: Callable[[np.ndarray, np.ndarray], np.ndarray] = np.matmul,
) -> tuple[np.ndarray, np.ndarray]:
    k, v = keys, values
    if keep is not None:
        k, v = keys.copy(), values.copy()
        padding = ~np.broadcast_to(keep, k.shape[:-1])
        k[padding] = 0
        v[padding] = 0
    k, v = multiply(E, k), multiply(F, v)
    weights = _softmax(multiply(queries, k.swapaxes(-1, -2)) / math.sqrt(k.shape[-1]))
    outputs = multiply(weights, v)
    return outputs, weights


def effective_weights(weights: np.ndarray, F: np.ndarray) -> np.ndarray:
    return np.matmul(weights, F)


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    scores = length * d_k * length
    mixture = length * length * d_v
    return scores + mixture


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    slots = rank * length * d_k + rank * length * d_v
    scores = length * d_k * rank
    mixture = length * rank * d_v
    return slots + scores + mixture
