# right: broadcast patterns, flatnonzero for the visible keys.
import numpy as np


def window_pattern(length, radius):
    position = np.arange(length)
    return np.abs(position[:, None] - position[None, :]) <= radius


def global_pattern(length, tokens):
    is_global = np.isin(np.arange(length), tokens)
    return is_global[:, None] | is_global[None, :]


def random_pattern(length, chosen):
    keep = np.zeros((length, length), dtype=bool)
    for query, keys in enumerate(chosen):
        keep[query, np.asarray(keys, dtype=int)] = True
    return keep


def union(patterns):
    return np.any(np.stack(patterns), axis=0)


def sparse_attention(queries, keys, values, keep, compare):
    output = np.zeros((len(queries), values.shape[1]))
    for i, query in enumerate(queries):
        visible = np.flatnonzero(keep[i])
        if len(visible) == 0:
            continue
        scores = np.asarray(compare(query, keys[visible]), dtype=float)
        weights = np.exp(scores - scores.max())
        output[i] = (weights / weights.sum()) @ values[visible]
    return output


def multiplications(keep, d_k, d_v):
    return int(np.sum(keep)) * (d_k + d_v)
