"""Pure Python: lists and loops, pair by pair."""

import math


def window_pattern(length, radius):
    return [[i - radius <= j <= i + radius for j in range(length)] for i in range(length)]


def global_pattern(length, tokens):
    return [[i in tokens or j in tokens for j in range(length)] for i in range(length)]


def random_pattern(length, chosen):
    return [[j in chosen[i].tolist() for j in range(length)] for i in range(length)]


def union(patterns):
    return [[any(map(bool, cells)) for cells in zip(*rows, strict=True)] for rows in zip(*patterns, strict=True)]


def sparse_attention(queries, keys, values, keep, compare):
    outputs = []
    for query, row in zip(queries, keep, strict=True):
        seen = [j for j, visible in enumerate(row) if visible]
        scores = {j: float(compare(query, keys[j])) for j in seen}
        peak = max(scores.values(), default=0.0)
        shares = {j: math.exp(score - peak) for j, score in scores.items()}
        total = sum(shares.values())
        outputs.append([sum(shares[j] / total * float(values[j][c]) for j in seen) for c in range(values.shape[1])])
    return outputs


def multiplications(keep, d_k, d_v):
    return sum(d_k + d_v for row in keep for visible in row if visible)
