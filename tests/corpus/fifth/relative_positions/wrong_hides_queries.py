# wrong: relative_attention hides the queries, too, where a mask (key,) hides keys: their outputs become zeros

import numpy as np


def relative_index(length: int, max_distance: int) -> np.ndarray:
    """The row of the tables for each pair.  Returns ints (query, key), from 0 to 2·max_distance."""
    position = np.arange(length)
    distance = position[None, :] - position[:, None]  # (query, key): j - i, negative to the left
    clipped = np.clip(distance, -max_distance, max_distance)  # what is far is simply far
    return clipped + max_distance  # an index starts at 0


def relative_scores(queries: np.ndarray, keys: np.ndarray, key_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    """q_i · (k_j + a_ij) / √d_k.  key_table: (rows, d_k); index: (query, key).  Returns (..., query, key)."""
    content = queries @ np.swapaxes(keys, -1, -2)  # (..., query, key): q_i · k_j
    of_pairs = key_table[index]  # (query, key, d_k): a_ij, one vector for each pair
    position = np.einsum("...qd,qkd->...qk", queries, of_pairs)  # (..., query, key): q_i · a_ij
    return (content + position) / np.sqrt(queries.shape[-1])


def relative_values(weights: np.ndarray, values: np.ndarray, value_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Σ_j w_ij (v_j + a_ij).  value_table: (rows, d_v); index: (query, key).  Returns (..., query, d_v)."""
    of_pairs = value_table[index]  # (query, key, d_v)
    return weights @ values + np.einsum("...qk,qkd->...qd", weights, of_pairs)


def relative_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    key_table: np.ndarray,
    value_table: np.ndarray,
    keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Attention with relative positions.  (..., length, d_k), the same, (..., length, d_v) -> outputs, weights."""
    max_distance = len(key_table) // 2  # of 2·max_distance + 1 rows
    index = relative_index(queries.shape[-2], max_distance)
    scores = relative_scores(queries, keys, key_table, index)  # (..., query, key)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)  # (..., query, 1)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    weights = weights * (keep[..., None] if keep is not None and keep.ndim == 1 else 1)
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)  # a query that sees nothing keeps its zeros
    return relative_values(weights, values, value_table, index), weights
