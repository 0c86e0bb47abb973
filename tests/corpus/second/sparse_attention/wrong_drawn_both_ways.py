# wrong: random_pattern also lets the drawn key see the query; whenever the draw is not symmetric
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
    rows = np.repeat(np.arange(length), chosen.shape[1])
    mask[rows, chosen.ravel()] = True
    return mask | mask.T


def union(patterns):
    return np.any(np.stack(patterns), axis=0)


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
