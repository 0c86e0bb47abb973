# wrong: global_pattern: everything sees the global tokens, they do not see everything; every non-empty tokens
"""Sparse attention patterns."""

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    mask = np.zeros((length, length), dtype=bool)
    for i in range(length):
        mask[i, max(0, i - radius) : i + radius + 1] = True
    return mask


def global_pattern(length, tokens):
    mask = np.zeros((length, length), dtype=bool)
    mask[:, list(tokens)] = True
    return mask


def random_pattern(length: int, chosen: np.ndarray) -> np.ndarray:
    mask = np.zeros((length, length), dtype=bool)
    mask[np.arange(length)[:, None], chosen] = True
    return mask


def union(patterns: list[np.ndarray]) -> np.ndarray:
    result = patterns[0].copy()
    for pattern in patterns[1:]:
        result |= pattern
    return result


def _softmax(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()


def sparse_attention(queries, keys, values, keep, compare):
    rows = []
    for query, visible in zip(queries, keep):
        if visible.any():
            weights = _softmax(np.asarray(compare(query, keys[visible]), dtype=float))
            rows.append(weights @ values[visible])
        else:
            rows.append(np.zeros(values.shape[1]))
    return np.array(rows)


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    pairs = int(np.count_nonzero(keep))
    return pairs * d_k + pairs * d_v
