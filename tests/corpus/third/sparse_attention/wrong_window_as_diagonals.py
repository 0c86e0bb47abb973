# wrong: window_pattern builds diagonals of length - k ones and breaks (negative dimension) when the radius is larger than the sentence.
import numpy as np


def window_pattern(length, radius):
    mask = np.eye(length)
    for k in range(1, radius + 1):
        neighbours = np.ones(length - k)
        mask += np.diag(neighbours, k) + np.diag(neighbours, -k)
    return mask.astype(bool)


def global_pattern(length, tokens):
    flags = np.zeros(length, dtype=bool)
    flags[list(tokens)] = True
    return flags[:, None] | flags[None, :]


def random_pattern(length, chosen):
    mask = np.zeros((length, length), dtype=bool)
    np.put_along_axis(mask, chosen, True, axis=1)
    return mask


def union(patterns):
    return np.stack(patterns, axis=0).any(axis=0)


def softmax(x):
    e = np.exp(x - np.max(x))
    return e / e.sum()


def sparse_attention(queries, keys, values, keep, compare):
    def attend(query, mask):
        if not mask.any():
            return np.zeros(values.shape[1])
        return softmax(compare(query, keys[mask])) @ values[mask]

    return np.array([attend(q, m) for q, m in zip(queries, keep)], dtype=float)


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * (d_k + d_v)
