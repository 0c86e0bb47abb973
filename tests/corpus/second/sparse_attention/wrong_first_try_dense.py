# wrong: sparse_attention compares all keys and masks after the softmax; union uses and
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
    keep = np.ones_like(patterns[0])
    for p in patterns:
        keep = keep & p
    return keep


def sparse_attention(queries, keys, values, keep, compare):
    out = []
    for i in range(len(queries)):
        s = compare(queries[i], keys)
        e = np.exp(s - s.max())
        w = e / e.sum()
        w = w * keep[i]
        out.append(w @ values)
    return np.array(out)


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * (d_k + d_v)
