# wrong: low_rank_attention sums up the values with E as well; shows when F differs from E
from collections.abc import Callable

import numpy as np


def project(matrix, x, keep, multiply):
    if keep is not None:
        x = np.where(keep[..., None], x, 0)
    return multiply(matrix, x)


def low_rank_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    E: np.ndarray,
    F: np.ndarray,
    keep: np.ndarray | None = None,
    multiply: Callable[[np.ndarray, np.ndarray], np.ndarray] = np.matmul,
) -> tuple[np.ndarray, np.ndarray]:
    k, v = [project(E, x, keep, multiply) for x in (keys, values)]
    scores = multiply(queries, np.swapaxes(k, -1, -2)) / np.sqrt(queries.shape[-1])
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    return multiply(weights, v), weights


def effective_weights(weights: np.ndarray, F: np.ndarray) -> np.ndarray:
    return weights @ F


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    return length * length * (d_k + d_v)


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    return 2 * length * rank * (d_k + d_v)
