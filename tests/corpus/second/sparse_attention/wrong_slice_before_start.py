# wrong: window_pattern slices from i - radius without max(0, .): the first rows start at a negative index and come out empty
import numpy as np


def window_pattern(length, radius):
    mask = np.zeros((length, length), dtype=bool)
    for i in range(length):
        mask[i, i - radius : i + radius + 1] = True
    return mask


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
    return np.logical_or.reduce(patterns)


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
