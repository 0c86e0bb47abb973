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
    """softmax(Q (E K)ᵀ / √d_k) (F V).  keys: (..., length, d_k).  Returns outputs and weights of the slots."""
    # 1. Padding must be gone before tokens are mixed: afterwards it is in every slot.
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0)  # (..., length, d_k)
        values = np.where(keep[..., None], values, 0)  # (..., length, d_v)

    # 2. Sum up: each slot is a weighted sum of all tokens. The projections stand on the left, where the tokens are.
    slot_keys = multiply(E, keys)  # (rank, length) times (..., length, d_k) gives (..., rank, d_k)
    slot_values = multiply(F, values)  # (..., rank, d_v)

    # 3. From here on it is attention as ever, with rank slots in place of length tokens.
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])  # (..., query, rank)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights  # (..., query, d_v)


def effective_weights(weights: np.ndarray, F: np.ndarray) -> np.ndarray:
    """weights (F V) = (weights F) V.  (..., query, rank), (rank, length) -> (..., query, length)."""
    return weights @ F


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    """A product (a, b) times (b, c) takes a·b·c multiplications."""
    scores = length * d_k * length  # (length, d_k) times (d_k, length)
    mixture = length * length * d_v  # (length, length) times (length, d_v)
    return scores + mixture


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    """Four products, none with length × length numbers in it."""
    projections = rank * length * d_k + rank * length * d_v  # E K and F V
    scores = length * d_k * rank  # (length, d_k) times (d_k, rank)
    mixture = length * rank * d_v  # (length, rank) times (rank, d_v)
    return projections + scores + mixture
