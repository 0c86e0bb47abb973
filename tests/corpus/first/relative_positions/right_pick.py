# right: queries times the whole table, picked by take_along_axis; values by a sum over the rows
import numpy as np
import math


def relative_index(length: int, max_distance: int) -> np.ndarray:
    q, k = np.indices((length, length))
    return np.minimum(np.maximum(k - q + max_distance, 0), 2 * max_distance)


def relative_scores(queries: np.ndarray, keys: np.ndarray, key_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    against_rows = queries @ key_table.T
    rows = np.broadcast_to(index, against_rows.shape[:-1] + (index.shape[1],))
    picked = np.take_along_axis(against_rows, rows, axis=-1)
    return (queries @ keys.swapaxes(-1, -2) + picked) / math.sqrt(queries.shape[-1])


def relative_values(weights: np.ndarray, values: np.ndarray, value_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    result = np.matmul(weights, values)
    rows = len(value_table)
    for row in range(rows):
        share = np.where(index == row, weights, 0).sum(axis=-1, keepdims=True)
        result = result + share * value_table[row]
    return result


def relative_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    key_table: np.ndarray,
    value_table: np.ndarray,
    keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    index = relative_index(queries.shape[-2], (key_table.shape[0] - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    visible = np.ones(scores.shape, bool) if keep is None else np.broadcast_to(keep, scores.shape)
    lowest = np.where(visible, scores, -np.inf).max(-1, keepdims=True, initial=np.finfo(scores.dtype).min)
    e = np.where(visible, np.exp(np.where(visible, scores - lowest, 0)), 0.0)
    total = e.sum(-1, keepdims=True)
    weights = e / np.where(total > 0, total, 1)
    outputs = relative_values(weights, values, value_table, index)
    return outputs, weights
