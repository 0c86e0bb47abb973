# wrong: two mistakes: the window stops one short on the right (range without + 1), and multiplications counts d_v only once per query instead of once per visible pair.
import numpy as np


def window_pattern(length, radius):
    mask = np.zeros((length, length), dtype=bool)
    for i in range(length):
        for j in range(i - radius, i + radius):
            if 0 <= j < length:
                mask[i, j] = True
        mask[i, i] = True
    return mask


def global_pattern(length, tokens):
    mask = np.zeros((length, length), dtype=bool)
    mask[tokens, :] = True
    mask[:, tokens] = True
    return mask


def random_pattern(length, chosen):
    mask = np.zeros((length, length), dtype=bool)
    for i in range(length):
        for j in chosen[i]:
            mask[i, j] = True
    return mask


def union(patterns):
    mask = np.zeros_like(patterns[0])
    for pattern in patterns:
        mask = mask | pattern
    return mask


def sparse_attention(queries, keys, values, keep, compare):
    output = np.zeros((queries.shape[0], values.shape[1]))
    for i in range(queries.shape[0]):
        visible = np.where(keep[i])[0]
        if len(visible) > 0:
            scores = compare(queries[i], keys[visible])
            scores = scores - np.max(scores)
            weights = np.exp(scores) / np.sum(np.exp(scores))
            output[i] = np.sum(weights[:, None] * values[visible], axis=0)
    return output


def multiplications(keep, d_k, d_v):
    comparisons = int(keep.sum())
    return comparisons * d_k + keep.shape[0] * d_v
