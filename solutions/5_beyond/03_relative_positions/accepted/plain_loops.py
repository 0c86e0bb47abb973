"""Loops over the pairs, as the formula is written."""

import math

import numpy as np


def relative_index(length, max_distance):
    def row(i, j):
        return max(-max_distance, min(max_distance, j - i)) + max_distance

    return [[row(i, j) for j in range(length)] for i in range(length)]


def relative_scores(queries, keys, key_table, index):
    batch, n, m = queries.shape[:-2], queries.shape[-2], keys.shape[-2]
    scores = np.zeros((*batch, n, m))
    for place in np.ndindex(*batch, n, m):
        *front, i, j = place
        key = keys[(*front, j)] + key_table[index[i][j]]
        scores[place] = sum(a * b for a, b in zip(queries[(*front, i)], key, strict=True))
    return scores / math.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    outputs = np.zeros((*weights.shape[:-1], values.shape[-1]))
    for *front, i, j in np.ndindex(weights.shape):
        outputs[(*front, i)] += weights[(*front, i, j)] * (values[(*front, j)] + value_table[index[i][j]])
    return outputs


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (len(key_table) - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    seen = np.broadcast_to(True if keep is None else keep, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(scores.shape[:-1]):
        visible = scores[row][seen[row]]
        if len(visible):
            share = np.exp(visible - visible.max())
            weights[row][seen[row]] = share / share.sum()
    return relative_values(weights, values, value_table, index), weights
