# right: masks by broadcasting and index assignment, one gather, one compare and one softmax per query.
import numpy as np


def window_pattern(length, radius):
    where = np.arange(length)
    return np.abs(where[:, None] - where[None, :]) <= radius


def global_pattern(length, tokens):
    keep = np.zeros((length, length), dtype=bool)
    for token in tokens:
        keep[token, :] = True
        keep[:, token] = True
    return keep


def random_pattern(length, chosen):
    keep = np.zeros((length, length), dtype=bool)
    rows = np.arange(length)[:, None]
    keep[rows, np.asarray(chosen, dtype=int)] = True
    return keep


def union(patterns):
    return np.any(np.stack(patterns), axis=0)


def sparse_attention(queries, keys, values, keep, compare):
    outputs = np.zeros((len(queries), values.shape[1]))
    for i, query in enumerate(queries):
        seen = np.flatnonzero(keep[i])
        if seen.size == 0:
            continue
        scores = np.asarray(compare(query, keys[seen]), dtype=float)
        weights = np.exp(scores - scores.max())
        outputs[i] = weights @ values[seen] / weights.sum()
    return outputs


def multiplications(keep, d_k, d_v):
    return int(np.count_nonzero(keep)) * (d_k + d_v)
