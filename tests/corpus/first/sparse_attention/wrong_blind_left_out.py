# wrong: sparse_attention makes no row for a query that sees nothing: fewer rows than queries
from collections.abc import Callable

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    return np.tri(length, k=radius, dtype=bool) & np.tri(length, k=radius, dtype=bool).T


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    keep = np.zeros((length, length), dtype=bool)
    for t in tokens:
        keep[t, :] = True
        keep[:, t] = True
    return keep


def random_pattern(length: int, chosen: np.ndarray) -> np.ndarray:
    keep = np.zeros((length, length), dtype=bool)
    for i in range(length):
        keep[i, chosen[i]] = True
    return keep


def union(patterns: list[np.ndarray]) -> np.ndarray:
    return np.any(np.stack(patterns), axis=0)


def sparse_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    keep: np.ndarray,
    compare: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> np.ndarray:
    outputs = []
    for query, visible in zip(queries, keep):
        if not visible.any():
            continue
        scores = compare(query, keys[visible])
        weights = np.exp(scores - scores.max())
        weights = weights / weights.sum()
        outputs.append(weights @ values[visible])
    return np.stack(outputs) if outputs else np.zeros((len(queries), values.shape[1]))


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    return int(keep.sum()) * (d_k + d_v)
