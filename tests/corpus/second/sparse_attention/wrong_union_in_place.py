# wrong: union collects into patterns[0] itself: the caller's first pattern is changed
"""Sparse attention patterns."""

import numpy as np


def window_pattern(length, radius):
    full = np.ones((length, length), dtype=bool)
    return np.tril(full, radius) & np.triu(full, -radius)


def global_pattern(length, tokens):
    mask = np.zeros((length, length), dtype=bool)
    for t in tokens:
        mask[t, :] = True
        mask[:, t] = True
    return mask


def random_pattern(length, chosen):
    mask = np.zeros((length, length), dtype=bool)
    for i, row in enumerate(chosen):
        for j in row:
            mask[i, j] = True
    return mask


def union(patterns):
    total, *others = patterns
    for p in others:
        np.logical_or(total, p, out=total)
    return total


def sparse_attention(queries, keys, values, keep, compare):
    out = np.zeros((len(queries), values.shape[1]))
    for i, query in enumerate(queries):
        seen = np.flatnonzero(keep[i])
        if len(seen) == 0:
            continue
        scores = compare(query, keys[seen])
        e = np.exp(scores - np.max(scores))
        out[i] = e / e.sum() @ values[seen]
    return out


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * (d_k + d_v)
