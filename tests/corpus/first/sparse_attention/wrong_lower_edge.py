# wrong: window_pattern cuts the triangle one too early and loses the left neighbour at distance radius
from collections.abc import Callable

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    upper = np.tri(length, length, radius, dtype=bool)
    lower = np.tri(length, length, -radius, dtype=bool)
    return upper & ~lower if radius else np.eye(length, dtype=bool)


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
    outputs = np.zeros((len(queries), values.shape[1]))
    for i, query in enumerate(queries):
        seen = np.flatnonzero(keep[i])
        if len(seen) == 0:
            continue
        scores = compare(query, keys[seen])
        e = np.exp(scores - scores.max())
        outputs[i] = e / e.sum() @ values[seen]
    return outputs


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    return int(keep.sum()) * (d_k + d_v)
