"""One-hot distances: the position parts as matrix products with the tables."""

import numpy as np


def relative_index(length, max_distance):
    left_to_right = np.concatenate(
        [np.zeros(length, int), np.arange(2 * max_distance + 1), np.full(length, 2 * max_distance)]
    )
    start = length + max_distance
    return np.stack([left_to_right[start - i : start - i + length] for i in range(length)])


def relative_scores(queries, keys, key_table, index):
    picked = np.eye(len(key_table))[index]  # (query, key, rows)
    liked = queries @ key_table.T  # (..., query, rows)
    position = (picked @ liked[..., None])[..., 0]
    return (queries @ np.moveaxis(keys, -1, -2) + position) * queries.shape[-1] ** -0.5


def relative_values(weights, values, value_table, index):
    picked = np.eye(len(value_table))[index]
    of_rows = (weights[..., None, :] @ picked)[..., 0, :]  # (..., query, rows)
    return weights @ values + of_rows @ value_table


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = scores + np.where(keep, 0.0, -np.inf)
    weights = np.exp(scores - np.nan_to_num(scores.max(-1, keepdims=True), neginf=0.0))
    weights = weights / np.maximum(weights.sum(-1, keepdims=True), 1e-300)
    return relative_values(weights, values, value_table, index), weights
