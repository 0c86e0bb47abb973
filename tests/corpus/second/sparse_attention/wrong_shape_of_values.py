# wrong: sparse_attention makes its result in the shape of values, (key, d_v): extra rows when there are fewer queries than keys
import numpy as np


def window_pattern(length, radius):
    pos = np.arange(length)
    return np.abs(pos[:, None] - pos[None, :]) <= radius


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
    out = np.zeros_like(values, dtype=float)
    for i, query in enumerate(queries):
        seen = np.nonzero(keep[i])[0]
        if seen.size:
            s = compare(query, keys[seen])
            w = np.exp(s - np.max(s))
            out[i] = (w / w.sum()) @ values[seen]
    return out


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * (d_k + d_v)
