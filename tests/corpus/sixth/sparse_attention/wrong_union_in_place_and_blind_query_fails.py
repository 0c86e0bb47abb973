# wrong: union writes into the first pattern of the caller; a query that sees nothing raises an error (max of nothing).
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
    total = patterns[0]
    for pattern in patterns[1:]:
        total |= pattern
    return total


def sparse_attention(queries, keys, values, keep, compare):
    output = np.zeros((len(queries), values.shape[1]))
    for i, query in enumerate(queries):
        visible = np.flatnonzero(keep[i])
        scores = np.asarray(compare(query, keys[visible]), dtype=float)
        weights = np.exp(scores - scores.max())
        output[i] = (weights / weights.sum()) @ values[visible]
    return output


def multiplications(keep, d_k, d_v):
    return int(np.sum(keep)) * (d_k + d_v)
