# wrong: hidden keys get the score -1e9 before the softmax; shows when visible scores are below -1e9: hidden keys take the weight.
"""Relative positions."""

import numpy as np


def relative_index(length, max_distance):
    positions = np.arange(length)
    distance = positions[None, :] - positions[:, None]
    return np.clip(distance, -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    position = np.einsum("...id,ijd->...ij", queries, key_table[index])
    return (content + position) / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    return weights @ values + np.einsum("...ij,ijd->...id", weights, value_table[index])


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    max_distance = (len(key_table) - 1) // 2
    index = relative_index(queries.shape[-2], max_distance)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is None:
        keep = np.ones(scores.shape[-2:], dtype=bool)
    scores = np.where(keep, scores, -1e9)
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    weights = np.where(np.any(keep, axis=-1, keepdims=True), weights, 0)
    return relative_values(weights, values, value_table, index), weights
