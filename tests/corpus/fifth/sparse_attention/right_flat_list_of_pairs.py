# right: one flat list of the visible pairs; segments are reduced with np.maximum.at and np.add.at.
"""Sparse attention over a flat list of the visible pairs."""

import numpy as np


def window_pattern(length, radius):
    ones = np.ones((length, length), dtype=bool)
    return np.tril(ones, radius) & np.triu(ones, -radius)


def global_pattern(length, tokens):
    pattern = np.zeros((length, length), dtype=bool)
    for token in tokens:
        pattern[token, :] = True
        pattern[:, token] = True
    return pattern


def random_pattern(length, chosen):
    pattern = np.zeros((length, length), dtype=bool)
    np.put_along_axis(pattern, np.asarray(chosen), True, axis=1)
    return pattern


def union(patterns):
    return np.any(np.stack(patterns), axis=0)


def sparse_attention(queries, keys, values, keep, compare):
    n = len(queries)
    rows, columns = np.nonzero(keep)
    scores = np.empty(len(rows), dtype=np.float64)
    for i in np.unique(rows):
        mine = rows == i
        scores[mine] = compare(queries[i], keys[columns[mine]])
    largest = np.full(n, -np.inf)
    np.maximum.at(largest, rows, scores)
    exps = np.exp(scores - largest[rows])
    totals = np.zeros(n)
    np.add.at(totals, rows, exps)
    outputs = np.zeros((n, values.shape[-1]))
    np.add.at(outputs, rows, (exps / totals[rows])[:, None] * values[columns])
    return outputs


def multiplications(keep, d_k, d_v):
    return len(np.argwhere(keep)) * int(d_k + d_v)
