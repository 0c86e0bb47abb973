# wrong: window_pattern takes radius for the whole window, half of it on each side; every radius above 0
import numpy as np


def window_pattern(length, radius):
    half = radius // 2
    i, j = np.indices((length, length))
    return (j >= i - half) & (j <= i + half)


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    is_global = np.isin(np.arange(length), tokens)
    return is_global[:, None] | is_global[None, :]


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
