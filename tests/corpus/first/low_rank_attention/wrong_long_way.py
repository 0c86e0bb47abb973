# wrong: low_rank_attention projects Q K^T by E^T instead of the keys: same numbers, but all length x length scores are computed
"""Low-rank attention: a long sentence is summed up in a few slots, and the queries look at the slots."""

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
    """Attention to the projected keys and values: softmax(Q (E K)ᵀ / √d_k) (F V).

    queries: (..., query, d_k).  keys: (..., length, d_k).  values: (..., length, d_v).
    E: (rank, length), for the keys.  F: (rank, length), for the values.
    keep: bool (..., length), False at padding, or None if there is none. Padded keys and values count as zeros.
    multiply: multiply(a, b) is the matrix product a @ b, and counts. Make every matrix product with it.
    Returns outputs (..., query, d_v) and weights (..., query, rank); keys and values stay as they were.
    """
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0)
        values = np.where(keep[..., None], values, 0)
    scores = multiply(queries, np.swapaxes(keys, -1, -2)) / np.sqrt(queries.shape[-1])
    scores = multiply(scores, E.T)
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return multiply(weights, multiply(F, values)), weights


def effective_weights(weights: np.ndarray, F: np.ndarray) -> np.ndarray:
    """How much of each token's value ends up in each output.

    weights: (..., query, rank), of the slots.  F: (rank, length).
    Returns (..., query, length), so that outputs = effective weights @ values.
    """
    return weights @ F


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    """How many multiplications of two numbers dense attention needs: QKᵀ, then the weights times V.

    There are as many queries as keys.
    """
    return length * length * (d_k + d_v)


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    """The same for low-rank attention: four matrix products."""
    return 2 * length * rank * (d_k + d_v)
