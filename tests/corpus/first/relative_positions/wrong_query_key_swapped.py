# wrong: relative_scores pairs query i with the row of index[j, i]; shows unless the two rows are alike
import numpy as np


def relative_index(length: int, max_distance: int) -> np.ndarray:
    position = np.arange(length)
    distance = position[None, :] - position[:, None]
    return np.clip(distance, -max_distance, max_distance) + max_distance


def relative_scores(queries: np.ndarray, keys: np.ndarray, key_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    d_k = queries.shape[-1]
    a = key_table[index]
    content = np.einsum("...id,...jd->...ij", queries, keys)
    position = np.einsum("...id,jid->...ij", queries, a)
    return (content + position) / np.sqrt(d_k)


def relative_values(weights: np.ndarray, values: np.ndarray, value_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    shifted = values[..., None, :, :] + value_table[index]
    return np.sum(weights[..., None] * shifted, axis=-2)


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
