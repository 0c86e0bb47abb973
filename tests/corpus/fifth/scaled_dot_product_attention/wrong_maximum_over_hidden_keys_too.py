# wrong: the row maximum is taken before hiding: visible scores 1000 below a hidden one all become 0.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    if keep is not None:
        e = e * keep
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
    return weights @ values, weights
