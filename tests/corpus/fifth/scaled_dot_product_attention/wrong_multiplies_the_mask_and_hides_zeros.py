# wrong: a score of exactly 0 counts as hidden: the printed example (scores 2 0 1 with a mask) already differs.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    if keep is not None:
        scores = scores * keep
        scores = np.where(scores == 0, -np.inf, scores)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
    return weights @ values, weights
