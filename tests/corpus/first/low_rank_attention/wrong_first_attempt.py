# wrong: low_rank_attention scales by the root of the rank and subtracts no maximum; low_rank_multiplications leaves out E K and F V
from collections.abc import Callable

import numpy as np


def low_rank_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    E: np.ndarray,
    F: np.ndarray,
    keep: np.ndarray | None = None,
    multiply: Callable[[np.ndarray, np.ndarray], np.ndarray] = np.matmul,
) -> tuple[np.ndarray, np.ndarray]:
    rank = E.shape[0]
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0)
        values = np.where(keep[..., None], values, 0)
    k = multiply(E, keys)
    v = multiply(F, values)
    exp = np.exp(multiply(queries, np.swapaxes(k, -1, -2)) / np.sqrt(rank))
    weights = exp / exp.sum(axis=-1, keepdims=True)
    return multiply(weights, v), weights


def effective_weights(weights: np.ndarray, F: np.ndarray) -> np.ndarray:
    return weights @ F


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    return length * length * (d_k + d_v)


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    return length * rank * d_k + length * rank * d_v
