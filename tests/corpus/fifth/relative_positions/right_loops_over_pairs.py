# right: loops over queries and keys, one vector at a time.
"""Relative positions, pair by pair."""

import math

import numpy as np


def relative_index(length, max_distance):
    rows = []
    for i in range(length):
        rows.append([max(-max_distance, min(max_distance, j - i)) + max_distance for j in range(length)])
    return np.array(rows, dtype=np.int64)


def relative_scores(queries, keys, key_table, index):
    n_queries, n_keys = queries.shape[-2], keys.shape[-2]
    lead = np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2])
    scores = np.empty((*lead, n_queries, n_keys))
    for i in range(n_queries):
        for j in range(n_keys):
            key = keys[..., j, :] + key_table[int(index[i, j])]
            scores[..., i, j] = (queries[..., i, :] * key).sum(axis=-1) / math.sqrt(queries.shape[-1])
    return scores


def relative_values(weights, values, value_table, index):
    n_queries, n_keys = weights.shape[-2:]
    lead = np.broadcast_shapes(weights.shape[:-2], values.shape[:-2])
    outputs = np.zeros((*lead, n_queries, values.shape[-1]))
    for i in range(n_queries):
        for j in range(n_keys):
            outputs[..., i, :] += weights[..., i, j, None] * (values[..., j, :] + value_table[int(index[i, j])])
    return outputs


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    visible = np.broadcast_to(True if keep is None else keep, scores.shape)
    weights = np.zeros(scores.shape)
    for place in np.ndindex(scores.shape[:-1]):
        seen = np.flatnonzero(visible[place])
        if seen.size:
            row = scores[place][seen]
            exps = np.exp(row - row.max())
            weights[place][seen] = exps / exps.sum()
    return relative_values(weights, values, value_table, index), weights
