# wrong: relative_scores divides only q.k by sqrt(d_k), the table's part is added unscaled; shows for d_k above 1
import numpy as np


def relative_index(length: int, max_distance: int) -> np.ndarray:
    places = np.arange(length)
    return np.clip(places[None, :] - places[:, None], -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    position = np.einsum("...qd,qkd->...qk", queries, key_table[index])
    return content + position


def relative_values(weights, values, value_table, index):
    return weights @ values + np.einsum("...qk,qkd->...qd", weights, value_table[index])


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (len(key_table) - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    exps = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = exps.sum(axis=-1, keepdims=True)
    weights = exps / np.where(total == 0, 1.0, total)
    return relative_values(weights, values, value_table, index), weights
