# right: plain Python loops, one key compared at a time, lists and sets
import math

import numpy as np


def square(length, rule):
    return np.array([[bool(rule(i, j)) for j in range(length)] for i in range(length)], dtype=bool).reshape(length, length)


def window_pattern(length, radius):
    return square(length, lambda i, j: i - radius <= j <= i + radius)


def global_pattern(length, tokens):
    tokens = set(int(t) for t in tokens)
    return square(length, lambda i, j: i in tokens or j in tokens)


def random_pattern(length, chosen):
    drawn = [set(int(k) for k in row) for row in chosen]
    return square(length, lambda i, j: j in drawn[i])


def union(patterns):
    rows, columns = patterns[0].shape
    out = np.zeros((rows, columns), dtype=bool)
    for i in range(rows):
        for j in range(columns):
            out[i, j] = any(p[i, j] for p in patterns)
    return out


def sparse_attention(queries, keys, values, keep, compare):
    n, d_v = len(queries), values.shape[1]
    out = np.zeros((n, d_v))
    for i in range(n):
        scores = {}
        for j in range(len(keys)):
            if keep[i, j]:
                scores[j] = float(np.asarray(compare(queries[i], keys[j : j + 1]))[0])
        if scores:
            top = max(scores.values())
            parts = {j: math.exp(s - top) for j, s in scores.items()}
            total = sum(parts.values())
            for j, part in parts.items():
                out[i] += part / total * values[j]
    return out


def multiplications(keep, d_k, d_v):
    count = 0
    for row in keep:
        for cell in row:
            if cell:
                count += d_k + d_v
    return count
