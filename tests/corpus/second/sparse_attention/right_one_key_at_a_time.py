# right: loops over pairs, compare called with one key each time, running maximum and sum
import math

import numpy as np


def window_pattern(length, radius):
    return np.array([[abs(i - j) <= radius for j in range(length)] for i in range(length)], dtype=bool)


def global_pattern(length, tokens):
    chosen = {int(t) for t in tokens}
    return np.array([[i in chosen or j in chosen for j in range(length)] for i in range(length)], dtype=bool)


def random_pattern(length, chosen):
    mask = np.zeros((length, length), dtype=bool)
    for i, row in enumerate(chosen):
        for j in row:
            mask[i, j] = True
    return mask


def union(patterns):
    return np.logical_or.reduce(patterns)


def sparse_attention(queries, keys, values, keep, compare):
    n, d_v = len(queries), values.shape[1]
    out = np.zeros((n, d_v))
    for i in range(n):
        top, total, mix = -math.inf, 0.0, np.zeros(d_v)
        for j in range(len(keys)):
            if not keep[i, j]:
                continue
            s = float(compare(queries[i], keys[j : j + 1])[0])
            new = max(top, s)
            shrink = math.exp(top - new)
            w = math.exp(s - new)
            total = total * shrink + w
            mix = mix * shrink + w * values[j]
            top = new
        if total > 0:
            out[i] = mix / total
    return out


def multiplications(keep, d_k, d_v):
    count = 0
    for row in keep:
        for visible in row:
            if visible:
                count += d_k + d_v
    return count
