"""numpy, computing in single precision whatever comes in; the scores of all visible pairs in one flat list."""

import numpy as np


def window_pattern(length, radius):
    return np.tri(length, k=radius, dtype=bool) & np.tri(length, k=radius, dtype=bool).T


def global_pattern(length, tokens):
    is_global = np.isin(np.arange(length), tokens)
    return np.logical_or.outer(is_global, is_global)


def random_pattern(length, chosen):
    keep = np.zeros((length, length), dtype=bool)
    np.put_along_axis(keep, np.asarray(chosen), True, axis=1)
    return keep


def union(patterns):
    return np.logical_or.reduce(patterns)


def sparse_attention(queries, keys, values, keep, compare):
    queries, keys, values = (np.asarray(x, dtype=np.float32) for x in (queries, keys, values))
    asks, answers = np.nonzero(keep)
    scores = np.array([compare(queries[i], keys[j]) for i, j in zip(asks, answers, strict=True)], dtype=np.float32)
    peaks = np.full(len(queries), -np.inf, dtype=np.float32)
    np.maximum.at(peaks, asks, scores)
    shares = np.exp(scores - peaks[asks])
    totals = np.bincount(asks, shares, len(queries)).astype(np.float32)
    outputs = np.zeros((len(queries), values.shape[1]), dtype=np.float32)
    np.add.at(outputs, asks, (shares / totals[asks])[:, None] * values[answers])
    return outputs


def multiplications(keep, d_k, d_v):
    return np.count_nonzero(keep) * d_k + np.count_nonzero(keep) * d_v
