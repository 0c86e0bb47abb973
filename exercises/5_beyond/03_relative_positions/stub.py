"""Relative positions: attention that knows how far apart two tokens are, not where they are."""

import numpy as np


def relative_index(length: int, max_distance: int) -> np.ndarray:
    """The row of the tables for each pair: the distance from query i to key j, clipped, counted from 0.

    Row 0 is for keys max_distance or more to the left, row max_distance for the token itself, and row
    2·max_distance for keys max_distance or more to the right.
    Returns ints (query, key), both of size `length`.
    """
    raise NotImplementedError


def relative_scores(queries: np.ndarray, keys: np.ndarray, key_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    """The scores q_i · (k_j + a_ij) / √d_k, with a_ij = key_table[index[i, j]].

    queries: (..., query, d_k).  keys: (..., key, d_k).  key_table: (rows, d_k).  index: ints (query, key).
    Returns (..., query, key).
    """
    raise NotImplementedError


def relative_values(weights: np.ndarray, values: np.ndarray, value_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    """The outputs Σ_j weights[i, j] · (v_j + a_ij), with a_ij = value_table[index[i, j]].

    weights: (..., query, key).  values: (..., key, d_v).  value_table: (rows, d_v).  index: ints (query, key).
    Returns (..., query, d_v).
    """
    raise NotImplementedError


def relative_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    key_table: np.ndarray,
    value_table: np.ndarray,
    keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Everything together: index, scores, mask, softmax over the keys, outputs.

    queries, keys: (..., length, d_k).  values: (..., length, d_v).  The tables have 2·max_distance + 1 rows each.
    keep: None, or bool that broadcasts to (..., query, key); True means that the query may see the key.
    Returns outputs (..., query, d_v) and weights (..., query, key); zeros for a query that sees nothing.
    """
    raise NotImplementedError
