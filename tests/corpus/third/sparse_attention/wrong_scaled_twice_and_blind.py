# wrong: two mistakes: the scores from compare are divided by √d_k once more, and a query that sees nothing gets the mean of all values instead of zeros.
import math

import numpy as np


def window_pattern(length, radius):
    mask = []
    for i in range(length):
        mask.append([abs(i - j) <= radius for j in range(length)])
    return np.array(mask)


def global_pattern(length, tokens):
    mask = []
    for i in range(length):
        mask.append([(i in tokens) or (j in tokens) for j in range(length)])
    return np.array(mask)


def random_pattern(length, chosen):
    mask = []
    for i in range(length):
        mask.append([j in chosen[i] for j in range(length)])
    return np.array(mask)


def union(patterns):
    mask = np.array(patterns[0])
    for p in patterns:
        mask = np.logical_or(mask, p)
    return mask


def sparse_attention(queries, keys, values, keep, compare):
    d_k = queries.shape[1]
    result = []
    for i in range(len(queries)):
        visible = np.flatnonzero(keep[i])
        if len(visible) == 0:
            # no scores: all keys are equally good
            result.append(values.mean(axis=0))
            continue
        scores = compare(queries[i], keys[visible]) / math.sqrt(d_k)
        exp = np.exp(scores - scores.max())
        result.append((exp / exp.sum()) @ values[visible])
    return np.array(result)


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * (d_k + d_v)
