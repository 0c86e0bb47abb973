# wrong: two mistakes: scores[~keep] = -inf needs a mask of the full shape, so a broadcasting one fails, and a query that sees nothing gets NaN weights turned into a uniform row.
import numpy as np


def relative_index(length, max_distance):
    j_minus_i = np.arange(length).reshape(1, length) - np.arange(length).reshape(length, 1)
    return np.clip(j_minus_i, -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    d_k = queries.shape[-1]
    relative = key_table[index]
    scores = np.matmul(queries, keys.swapaxes(-1, -2))
    scores = scores + np.matmul(relative, queries[..., None])[..., 0]
    return scores / np.sqrt(d_k)


def relative_values(weights, values, value_table, index):
    relative = value_table[index]
    return np.matmul(weights, values) + np.matmul(weights[..., None, :], relative)[..., 0, :]


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    length = queries.shape[-2]
    index = relative_index(length, (key_table.shape[0] - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores[~keep] = -np.inf
    with np.errstate(invalid="ignore"):
        weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        weights = weights / np.sum(weights, axis=-1, keepdims=True)
    weights = np.where(np.isnan(weights), 1 / length, weights)
    return relative_values(weights, values, value_table, index), weights
