# wrong: global_pattern takes the first len(tokens) places and hides them from the others; random_pattern makes draws mutual
from collections.abc import Callable

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    i = np.arange(length)
    return np.abs(i[:, None] - i[None, :]) <= radius


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    keep = np.zeros((length, length), dtype=bool)
    keep[: len(tokens)] = True
    return keep


def random_pattern(length: int, chosen: np.ndarray) -> np.ndarray:
    keep = np.zeros((length, length), dtype=bool)
    for i, keys in enumerate(chosen):
        for j in keys:
            keep[i, j] = keep[j, i] = True
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
