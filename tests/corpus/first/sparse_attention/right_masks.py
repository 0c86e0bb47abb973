# right: boolean row masks, slices with max, copies in union
from collections.abc import Callable

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    keep = np.zeros((length, length), dtype=bool)
    for i in range(length):
        keep[i, max(0, i - radius) : i + radius + 1] = True
    return keep


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    keep = np.zeros((length, length), dtype=bool)
    for t in tokens:
        keep[t, :] = True
        keep[:, t] = True
    return keep


def random_pattern(length: int, chosen: np.ndarray) -> np.ndarray:
    keep = np.zeros((length, length), dtype=bool)
    keep[np.arange(length)[:, None], chosen] = True
    return keep


def union(patterns: list[np.ndarray]) -> np.ndarray:
    result = patterns[0].copy()
    for pattern in patterns[1:]:
        result |= pattern
    return result


def sparse_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    keep: np.ndarray,
    compare: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> np.ndarray:
    rows = []
    for query, row in zip(queries, keep):
        if not row.any():
            rows.append(np.zeros(values.shape[-1]))
            continue
        s = compare(query, keys[row])
        w = np.exp(s - np.max(s))
        w /= w.sum()
        rows.append(np.sum(w[:, None] * values[row], axis=0))
    return np.array(rows)


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    pairs = int(np.count_nonzero(keep))
    return pairs * d_k + pairs * d_v
