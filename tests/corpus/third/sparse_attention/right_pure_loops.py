# right: pure Python loops over pairs, keys compared one at a time, sums built up by hand, arrays made only at the end.
import math

import numpy as np


def window_pattern(length, radius):
    rows = []
    for i in range(length):
        rows.append([i - radius <= j <= i + radius for j in range(length)])
    return np.array(rows, dtype=bool).reshape(length, length)


def global_pattern(length, tokens):
    chosen = set(int(t) for t in tokens)
    rows = [[i in chosen or j in chosen for j in range(length)] for i in range(length)]
    return np.array(rows, dtype=bool).reshape(length, length)


def random_pattern(length, chosen):
    rows = []
    for i in range(length):
        drawn = {int(j) for j in chosen[i]}
        rows.append([j in drawn for j in range(length)])
    return np.array(rows, dtype=bool).reshape(length, length)


def union(patterns):
    first = patterns[0]
    result = np.zeros(first.shape, dtype=bool)
    for i in range(first.shape[0]):
        for j in range(first.shape[1]):
            for pattern in patterns:
                if pattern[i, j]:
                    result[i, j] = True
                    break
    return result


def sparse_attention(queries, keys, values, keep, compare):
    outputs = []
    for i in range(keep.shape[0]):
        visible = [j for j in range(keep.shape[1]) if keep[i, j]]
        scores = [float(compare(queries[i], keys[j : j + 1])[0]) for j in visible]
        row = [0.0] * values.shape[1]
        if visible:
            top = max(scores)
            shares = [math.exp(s - top) for s in scores]
            whole = math.fsum(shares)
            for share, j in zip(shares, visible):
                for f in range(values.shape[1]):
                    row[f] += share / whole * float(values[j, f])
        outputs.append(row)
    return np.array(outputs, dtype=float).reshape(keep.shape[0], values.shape[1])


def multiplications(keep, d_k, d_v):
    count = 0
    for row in keep:
        for visible in row:
            if visible:
                count += d_k  # the score
                count += d_v  # the weighted value
    return count
