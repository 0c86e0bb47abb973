# wrong: two mistakes: distances beyond the limit wrap around with % (shows for length above max_distance + 1), and relative_scores scales the queries of the caller in place (shows when they are compared before and after).
"""Relative positions."""

import numpy as np


def relative_index(length, max_distance):
    positions = np.arange(length)
    distance = positions[None, :] - positions[:, None]
    return (distance + max_distance) % (2 * max_distance + 1)


def relative_scores(queries, keys, key_table, index):
    queries *= 1 / np.sqrt(queries.shape[-1])
    content = queries @ np.swapaxes(keys, -1, -2)
    return content + np.einsum("...id,ijd->...ij", queries, key_table[index])


def relative_values(weights, values, value_table, index):
    return weights @ values + np.einsum("...ij,ijd->...id", weights, value_table[index])


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    max_distance = (len(key_table) - 1) // 2
    index = relative_index(queries.shape[-2], max_distance)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is None:
        keep = np.ones(scores.shape[-2:], dtype=bool)
    scores = np.where(keep, scores, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    exps = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = exps.sum(axis=-1, keepdims=True)
    weights = np.where(total > 0, exps / np.where(total > 0, total, 1), 0)
    return relative_values(weights, values, value_table, index), weights
