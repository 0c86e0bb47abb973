# right: a flat list of pairs, all scores in one array, sums by np.add.at; functools.reduce
from functools import reduce

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    keep = np.zeros((length, length), bool)
    for step in range(-min(radius, length - 1), min(radius, length - 1) + 1):
        keep |= np.eye(length, k=step, dtype=bool)
    return keep


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    g = np.zeros(length, bool)
    g[list(tokens)] = True
    return np.logical_or.outer(g, g)


def random_pattern(length: int, chosen: np.ndarray) -> np.ndarray:
    keep = np.zeros((length, length), bool)
    np.put_along_axis(keep, np.asarray(chosen), True, axis=1)
    return keep


def union(patterns: list[np.ndarray]) -> np.ndarray:
    return reduce(lambda a, b: a | b, patterns, np.zeros_like(patterns[0]))


def sparse_attention(queries, keys, values, keep, compare):
    i, j = np.nonzero(keep)
    out = np.zeros((queries.shape[0], values.shape[1]))
    if len(i) == 0:
        return out
    scores = np.concatenate([compare(queries[q], keys[keep[q]]) for q in np.unique(i)])
    top = np.full(len(queries), -np.inf)
    np.maximum.at(top, i, scores)
    e = np.exp(scores - top[i])
    total = np.bincount(i, weights=e, minlength=len(queries))
    np.add.at(out, i, (e / total[i])[:, None] * values[j])
    return out


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    return len(np.argwhere(keep)) * (d_k + d_v)
