# wrong: union calls np.logical_or(*patterns); a third pattern is taken as the output array, so it is lost and overwritten (and one pattern alone fails).
import numpy as np


def window_pattern(length, radius):
    i = np.arange(length).reshape(-1, 1)
    j = np.arange(length).reshape(1, -1)
    return (i - j <= radius) & (j - i <= radius)


def global_pattern(length, tokens):
    rows = np.zeros((length, length), dtype=bool)
    cols = np.zeros((length, length), dtype=bool)
    rows[tokens, :] = True
    cols[:, tokens] = True
    return np.logical_or(rows, cols)


def random_pattern(length, chosen):
    out = np.zeros((length, length), dtype=bool)
    for query in range(length):
        out[query, chosen[query]] = True
    return out


def union(patterns):
    return np.logical_or(*patterns)


def sparse_attention(queries, keys, values, keep, compare):
    out = np.zeros((len(queries), values.shape[1]))
    for i in range(len(queries)):
        if keep[i].any():
            s = compare(queries[i], keys[keep[i]])
            s = np.exp(s - s.max())
            out[i] = (s / s.sum()).dot(values[keep[i]])
    return out


def multiplications(keep, d_k, d_v):
    visible_per_query = keep.sum(axis=1)
    return int((visible_per_query * (d_k + d_v)).sum())
