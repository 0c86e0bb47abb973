# wrong: sparse_attention makes its outputs with the dtype of the values, so with whole numbers as values the outputs are cut to whole numbers.
import numpy as np


def window_pattern(length, radius):
    pattern = np.zeros((length, length), dtype=bool)
    for offset in range(-radius, radius + 1):
        pattern |= np.eye(length, k=offset, dtype=bool)
    return pattern


def global_pattern(length, tokens):
    pattern = np.zeros((length, length), dtype=bool)
    for token in tokens:
        pattern[token] = pattern[:, token] = True
    return pattern


def random_pattern(length, chosen):
    pattern = np.zeros((length, length), dtype=bool)
    pattern[np.arange(length)[:, np.newaxis], chosen] = True
    return pattern


def union(patterns):
    return np.max(patterns, axis=0)


def sparse_attention(queries, keys, values, keep, compare):
    outputs = np.zeros((queries.shape[0],) + values.shape[1:], dtype=values.dtype)
    for i, query in enumerate(queries):
        visible = np.flatnonzero(keep[i])
        if visible.size:
            scores = compare(query, keys[visible])
            weights = np.exp(scores - scores.max())
            outputs[i] = weights @ values[visible] / weights.sum()
    return outputs


def multiplications(keep, d_k, d_v):
    return (d_k + d_v) * int(keep.sum())
