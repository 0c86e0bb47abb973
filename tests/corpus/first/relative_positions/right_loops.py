# right: plain loops over queries and keys, batch by np.ndindex
import math

import numpy as np


def relative_index(length, max_distance):
    def row(i, j):
        d = j - i
        if d < -max_distance:
            d = -max_distance
        elif d > max_distance:
            d = max_distance
        return d + max_distance

    return np.array([[row(i, j) for j in range(length)] for i in range(length)], dtype=int).reshape(length, length)


def relative_scores(queries, keys, key_table, index):
    n, m = index.shape
    scores = np.zeros(queries.shape[:-2] + (n, m))
    for where in np.ndindex(*queries.shape[:-2]):
        for i in range(n):
            for j in range(m):
                a = key_table[index[i, j]]
                scores[where + (i, j)] = sum(q * (k + r) for q, k, r in zip(queries[where][i], keys[where][j], a))
    return scores / math.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    n, m = index.shape
    out = np.zeros(weights.shape[:-2] + (n, values.shape[-1]))
    for where in np.ndindex(*weights.shape[:-2]):
        for i in range(n):
            for j in range(m):
                out[where][i] += weights[where][i, j] * (values[where][j] + value_table[index[i, j]])
    return out


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    length = queries.shape[-2]
    index = relative_index(length, len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    weights = np.zeros_like(scores)
    keep = np.broadcast_to(True if keep is None else keep, scores.shape)
    for where in np.ndindex(*scores.shape[:-1]):
        seen = np.flatnonzero(keep[where])
        if len(seen) == 0:
            continue
        e = np.exp(scores[where][seen] - scores[where][seen].max())
        weights[where][seen] = e / e.sum()
    return relative_values(weights, values, value_table, index), weights
