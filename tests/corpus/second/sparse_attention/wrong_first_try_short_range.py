# wrong: window misses i + radius; sparse_attention: no maximum, empty rows get the mean value; multiplications multiplies d_k * d_v
import numpy as np


def window_pattern(length, radius):
    mask = np.zeros((length, length), dtype=bool)
    for i in range(length):
        for j in range(max(0, i - radius), min(length, i + radius)):
            mask[i, j] = True
        mask[i, i] = True
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
    for i in range(len(queries)):
        idx = np.nonzero(keep[i])[0]
        if len(idx) == 0:
            out[i] = values.mean(axis=0)
            continue
        e = np.exp(compare(queries[i], keys[idx]))
        out[i] = (e / e.sum()) @ values[idx]
    return out


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * d_k * d_v
