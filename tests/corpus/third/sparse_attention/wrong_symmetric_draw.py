# wrong: random_pattern makes the draw symmetric: if j was drawn for i, key i is made visible to query j as well.
import numpy as np


def window_pattern(length, radius):
    mask = np.zeros((length, length), dtype=bool)
    for i in range(length):
        left, right = max(i - radius, 0), min(i + radius, length - 1)
        mask[i, left : right + 1] = True
    return mask


def global_pattern(length, tokens):
    mask = np.zeros((length, length), dtype=bool)
    for g in tokens:
        for k in range(length):
            mask[g, k] = mask[k, g] = True
    return mask


def random_pattern(length, chosen):
    mask = np.zeros((length, length), dtype=bool)
    for i, drawn in enumerate(chosen):
        for j in drawn:
            mask[i, j] = True
            mask[j, i] = True
    return mask


def union(patterns):
    result = patterns[0].copy()
    for pattern in patterns[1:]:
        result |= pattern
    return result


def sparse_attention(queries, keys, values, keep, compare):
    n_queries, d_v = len(queries), values.shape[1]
    result = np.zeros((n_queries, d_v))
    for i in range(n_queries):
        neighbours = [j for j, visible in enumerate(keep[i]) if visible]
        if not neighbours:
            continue
        scores = compare(queries[i], keys[neighbours])
        weights = np.exp(scores - max(scores))
        weights /= weights.sum()
        for w, j in zip(weights, neighbours):
            result[i] += w * values[j]
    return result


def multiplications(keep, d_k, d_v):
    pairs = sum(1 for row in keep for cell in row if cell)
    return pairs * d_k + pairs * d_v
