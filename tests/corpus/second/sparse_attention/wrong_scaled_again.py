# wrong: sparse_attention divides the scores of compare by the root of d_k once more; whenever d_k > 1
"""Sparse attention patterns."""

import numpy as np
import torch


def window_pattern(length: int, radius: int) -> np.ndarray:
    mask = np.zeros((length, length), dtype=bool)
    for i in range(length):
        mask[i, max(0, i - radius) : i + radius + 1] = True
    return mask


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


def sparse_attention(queries, keys, values, keep, compare):
    d_k = queries.shape[-1]
    result = np.zeros((len(queries), values.shape[-1]))
    for i in range(len(queries)):
        visible = keep[i]
        if not visible.any():
            continue
        s = torch.tensor(np.asarray(compare(queries[i], keys[visible])) / np.sqrt(d_k), dtype=torch.float64)
        w = torch.softmax(s, dim=0).numpy()
        result[i] = w @ values[visible]
    return result


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    pairs = int(np.count_nonzero(keep))
    return pairs * d_k + pairs * d_v
