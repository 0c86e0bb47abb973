# wrong: two mistakes: the first len(tokens) positions are taken as global (shows with tokens [3]), and the cost assumes d_v = d_k (shows with d_k 4, d_v 3).
"""Sparse attention."""

import numpy as np


def window_pattern(length, radius):
    positions = np.arange(length)
    return np.abs(positions[:, None] - positions[None, :]) <= radius


def global_pattern(length, tokens):
    pattern = np.zeros((length, length), dtype=bool)
    g = len(tokens)
    pattern[:g] = True
    pattern[:, :g] = True
    return pattern


def random_pattern(length, chosen):
    pattern = np.zeros((length, length), dtype=bool)
    for i, keys in enumerate(chosen):
        pattern[i, keys] = True
    return pattern


def union(patterns):
    return np.logical_or.reduce(patterns)


def sparse_attention(queries, keys, values, keep, compare):
    outputs = np.zeros((len(queries), values.shape[1]))
    for i, query in enumerate(queries):
        visible = np.flatnonzero(keep[i])
        if len(visible) == 0:
            continue
        scores = compare(query, keys[visible])
        weights = np.exp(scores - np.max(scores))
        outputs[i] = weights / weights.sum() @ values[visible]
    return outputs


def multiplications(keep, d_k, d_v):
    return int(np.count_nonzero(keep)) * 2 * d_k
