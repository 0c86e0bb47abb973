# wrong: random_pattern adds up one-hot rows and keeps cells that equal 1, so a key drawn twice for a query is lost.
import numpy as np


def window_pattern(length, radius):
    distance = np.subtract.outer(np.arange(length), np.arange(length))
    return (distance >= -radius) & (distance <= radius)


def global_pattern(length, tokens):
    mask = np.full((length, length), False)
    mask[tokens] = True
    return mask | mask.T


def random_pattern(length, chosen):
    one_hot = np.eye(length, dtype=int)[chosen]  # (query, number of keys, key)
    return one_hot.sum(axis=1) == 1


def union(patterns):
    return sum(p.astype(int) for p in patterns) > 0


def sparse_attention(queries, keys, values, keep, compare):
    outputs = []
    for query, row in zip(queries, keep):
        if row.sum() == 0:
            outputs.append(np.zeros(values.shape[-1]))
            continue
        scores = compare(query, keys[row])
        weights = np.exp(scores - scores.max())
        weights = weights / weights.sum()
        outputs.append(np.einsum("k,kd->d", weights, values[row]))
    return np.stack(outputs)


def multiplications(keep, d_k, d_v):
    return keep.sum().item() * (d_k + d_v)
