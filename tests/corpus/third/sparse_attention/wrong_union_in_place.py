# wrong: union collects everything in the first pattern with |=, so the caller's first pattern is changed.
import numpy as np


def window_pattern(length, radius):
    return np.tri(length, length, radius, dtype=bool) & np.tri(length, length, radius, dtype=bool).T


def global_pattern(length, tokens):
    special = np.array([position in tokens for position in range(length)], dtype=bool)
    return special[:, None] + special[None, :]


def random_pattern(length, chosen):
    mask = np.zeros((length, length), dtype=bool)
    for k in range(chosen.shape[1]):
        mask[np.arange(length), chosen[:, k]] = True
    return mask


def union(patterns):
    result = patterns[0]
    for other in patterns[1:]:
        result |= other
    return result


class SparseAttention:
    def __init__(self, keys, values, compare):
        self.keys, self.values, self.compare = keys, values.astype(float), compare

    def __call__(self, query, visible):
        if len(visible) == 0:
            return np.zeros(self.values.shape[1])
        scores = self.compare(query, self.keys[visible])
        e = np.exp(scores - scores.max())
        return (e / e.sum()) @ self.values[visible]


def sparse_attention(queries, keys, values, keep, compare):
    attention = SparseAttention(keys, values, compare)
    return np.stack([attention(q, np.nonzero(row)[0]) for q, row in zip(queries, keep)])


def multiplications(keep, d_k, d_v):
    n = int(np.count_nonzero(keep))
    return n * d_k + n * d_v
