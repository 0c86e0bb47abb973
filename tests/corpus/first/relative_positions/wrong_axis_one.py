# wrong: relative_scores takes d_k from axis 1 of the queries; with a batch in front that is the length or the heads
import numpy as np


def relative_index(length: int, max_distance: int) -> np.ndarray:
    position = np.arange(length)
    distance = position[None, :] - position[:, None]
    return np.clip(distance, -max_distance, max_distance) + max_distance


def relative_scores(queries: np.ndarray, keys: np.ndarray, key_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    scale = np.sqrt(queries.shape[1])
    a_k = key_table[index]
    k = np.expand_dims(keys, -3) + a_k
    return np.einsum("...id,...ijd->...ij", queries, k) / scale


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
