"""Low-rank attention: a long sentence is compressed into a few slots, and the queries attend to the slots."""

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
    keep: bool (..., length), False at padding, or None if there is none; it broadcasts to the leading axes of the keys.
        Padded keys and values count as zeros, whatever they hold.
    multiply: multiply(a, b) is the matrix product a @ b, and counts. Compute every matrix product with it.
    Returns outputs (..., query, d_v) and weights (..., query, rank); keys and values are not changed.
    """
    raise NotImplementedError


def effective_weights(weights: np.ndarray, F: np.ndarray) -> np.ndarray:
    """How much each token's value contributes to each output.

    weights: (..., query, rank), of the slots.  F: (rank, length).
    Returns (..., query, length), so that outputs = effective weights @ values.
    """
    raise NotImplementedError


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    """The number of multiplications of two numbers in dense attention: QKᵀ, then the weights times V.

    There are as many queries as keys.
    """
    raise NotImplementedError


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    """The same for low-rank attention: four matrix products."""
    raise NotImplementedError
