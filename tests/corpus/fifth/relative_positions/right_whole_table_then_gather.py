# right: the queries are multiplied with the whole table and picked by take_along_axis; weights are gathered per row of the table with add.at.
"""Relative positions without an array (query, key, d)."""

import numpy as np


def relative_index(length, max_distance):
    j, i = np.meshgrid(np.arange(length), np.arange(length))
    return np.minimum(np.maximum(j - i + max_distance, 0), 2 * max_distance)


def relative_scores(queries, keys, key_table, index):
    with_table = queries @ key_table.T
    rows = np.broadcast_to(np.asarray(index, dtype=np.intp), (*with_table.shape[:-1], index.shape[-1]))
    return (queries @ keys.swapaxes(-1, -2) + np.take_along_axis(with_table, rows, axis=-1)) / queries.shape[-1] ** 0.5


def relative_values(weights, values, value_table, index):
    n_queries, n_keys = weights.shape[-2:]
    per_row = np.zeros((*weights.shape[:-1], len(value_table)))
    i = np.arange(n_queries)
    for j in range(n_keys):
        per_row[..., i, np.asarray(index[:, j], dtype=np.intp)] += weights[..., j]
    return weights @ values + per_row @ value_table


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    length = queries.shape[-2]
    index = relative_index(length, (key_table.shape[0] - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    keep = np.broadcast_to(np.True_ if keep is None else keep, scores.shape)
    blind = ~keep.any(axis=-1, keepdims=True)
    scores = np.where(keep | blind, np.where(blind, 0.0, scores), -np.inf)
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    weights = np.where(blind, 0.0, weights)
    return relative_values(weights, values, value_table, index), weights
