# wrong: relative_index keeps distances in one byte before clipping; wrong for sentences longer than 128 tokens
"""Relative positions: attention that knows how far apart two tokens are, not where they stand."""

import numpy as np
import math


def relative_index(length: int, max_distance: int) -> np.ndarray:
    """Which row of the tables belongs to each pair: the distance from query i to key j, clipped, counted from 0.

    Row 0 is for keys max_distance or more to the left, row max_distance for the token itself, and row
    2·max_distance for keys max_distance or more to the right.
    Returns ints (query, key), both of size `length`.
    """
    steps = np.arange(length)
    distance = (steps[np.newaxis, :] - steps[:, np.newaxis]).astype(np.int8)
    limit = int(max_distance)
    return np.maximum(np.minimum(distance, limit), -limit).astype(int) + limit


def relative_scores(queries: np.ndarray, keys: np.ndarray, key_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    """The scores q_i · (k_j + a_ij) / √d_k, with a_ij = key_table[index[i, j]].

    queries: (..., query, d_k).  keys: (..., key, d_k).  key_table: (rows, d_k).  index: ints (query, key).
    Returns (..., query, key).
    """
    against_rows = queries @ key_table.T
    rows = np.broadcast_to(index, against_rows.shape[:-1] + (index.shape[1],))
    picked = np.take_along_axis(against_rows, rows, axis=-1)
    return (queries @ keys.swapaxes(-1, -2) + picked) / math.sqrt(queries.shape[-1])


def relative_values(weights: np.ndarray, values: np.ndarray, value_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    """The outputs Σ_j weights[i, j] · (v_j + a_ij), with a_ij = value_table[index[i, j]].

    weights: (..., query, key).  values: (..., key, d_v).  value_table: (rows, d_v).  index: ints (query, key).
    Returns (..., query, d_v).
    """
    return weights @ values + np.einsum("...ij,ijd->...id", weights, value_table[index])


def relative_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    key_table: np.ndarray,
    value_table: np.ndarray,
    keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """The whole: index, scores, mask, softmax over the keys, outputs.

    queries, keys: (..., length, d_k).  values: (..., length, d_v).  The tables have 2·max_distance + 1 rows each.
    keep: None, or bool that broadcasts to (..., query, key); True means that the query may see the key.
    Returns outputs (..., query, d_v) and weights (..., query, key); zeros for a query that sees nothing.
    """
    max_distance = len(key_table) // 2
    index = relative_index(queries.shape[-2], max_distance)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    e = np.exp(scores - top)
    total = e.sum(axis=-1, keepdims=True)
    weights = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
    return relative_values(weights, values, value_table, index), weights
