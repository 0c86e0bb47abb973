# wrong: global_pattern lets every token see the global ones, but the global tokens do not see everything.
import numpy as np


def window_pattern(length, radius):
    i, j = np.indices((length, length))
    return abs(i - j) <= radius


def global_pattern(length, tokens):
    # everyone looks at the global tokens: their columns are on
    columns = np.isin(np.arange(length), tokens)
    return np.tile(columns, (length, 1))


def random_pattern(length, chosen):
    mask = np.zeros((length, length), dtype=bool)
    i = np.repeat(np.arange(length), chosen.shape[1])
    mask[i, chosen.ravel()] = True
    return mask


def union(patterns):
    return np.logical_or.reduce(patterns, axis=0)


def sparse_attention(queries, keys, values, keep, compare):
    outputs = np.zeros((keep.shape[0], values.shape[1]), dtype=float)
    for i in range(keep.shape[0]):
        idx = np.argwhere(keep[i]).flatten()
        if not idx.size:
            continue
        s = compare(queries[i], keys[idx])
        e = np.exp(s - s.max())
        outputs[i] = (e[:, np.newaxis] * values[idx]).sum(axis=0) / e.sum()
    return outputs


def multiplications(keep, d_k, d_v):
    return int(np.sum(keep) * (d_k + d_v))
