# wrong: every visible pair is compared twice, once for the maximum and once for the weight; shows in the count of comparisons only.
"""Sparse attention."""

import numpy as np


def window_pattern(length, radius):
    positions = np.arange(length)
    return np.abs(positions[:, None] - positions[None, :]) <= radius


def global_pattern(length, tokens):
    is_global = np.zeros(length, dtype=bool)
    is_global[list(tokens)] = True
    return is_global[:, None] | is_global[None, :]


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
        largest = max(compare(query, keys[[j]])[0] for j in visible)
        total = 0.0
        for j in visible:
            weight = np.exp(compare(query, keys[[j]])[0] - largest)
            outputs[i] += weight * values[j]
            total += weight
        outputs[i] /= total
    return outputs


def multiplications(keep, d_k, d_v):
    return int(np.count_nonzero(keep)) * (d_k + d_v)
