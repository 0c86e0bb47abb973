# right: plain loops over queries and keys, math.exp, one comparison at a time.
"""Sparse attention with loops."""

import math

import numpy as np


def _square(length, rule):
    pattern = np.zeros((length, length), dtype=bool)
    for i in range(length):
        for j in range(length):
            pattern[i, j] = rule(i, j)
    return pattern


def window_pattern(length, radius):
    return _square(length, lambda i, j: -radius <= i - j <= radius)


def global_pattern(length, tokens):
    tokens = set(tokens)
    return _square(length, lambda i, j: i in tokens or j in tokens)


def random_pattern(length, chosen):
    drawn = [set(row.tolist()) for row in np.asarray(chosen)]
    return _square(length, lambda i, j: j in drawn[i])


def union(patterns):
    result = np.zeros_like(patterns[0])
    for pattern in patterns:
        result = result | pattern
    return result


def sparse_attention(queries, keys, values, keep, compare):
    outputs = []
    for query, row in zip(queries, keep):
        visible = [j for j in range(len(keys)) if row[j]]
        scores = [float(compare(query, keys[j : j + 1])[0]) for j in visible]
        output = np.zeros(values.shape[1])
        if visible:
            largest = max(scores)
            exps = [math.exp(score - largest) for score in scores]
            total = math.fsum(exps)
            for j, e in zip(visible, exps):
                output += e / total * values[j]
        outputs.append(output)
    return np.array(outputs)


def multiplications(keep, d_k, d_v):
    pairs = 0
    for row in keep:
        for visible in row:
            if visible:
                pairs += 1
    return pairs * d_k + pairs * d_v
