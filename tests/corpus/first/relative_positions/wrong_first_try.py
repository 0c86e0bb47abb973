# wrong: relative_index wraps with % in place of clipping; relative_scores multiplies the key by the table and leaves that half unscaled
import numpy as np


def relative_index(length: int, max_distance: int) -> np.ndarray:
    i, j = np.meshgrid(np.arange(length), np.arange(length), indexing="ij")
    return (j - i + max_distance) % (2 * max_distance + 1)


def relative_scores(queries: np.ndarray, keys: np.ndarray, key_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    a = key_table[index]
    d_k = keys.shape[-1]
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d_k)
    scores = scores + (keys[..., None, :, :] * a).sum(axis=-1)
    return scores


def relative_values(weights: np.ndarray, values: np.ndarray, value_table: np.ndarray, index: np.ndarray) -> np.ndarray:
    return weights @ values + np.einsum("...ij,ijd->...id", weights, value_table[index])


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
