# wrong: the softmax runs over axis 1, right only without a batch, and the scale is the root of d_v.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    d = values.shape[-1]
    scores = np.matmul(queries, np.swapaxes(keys, -2, -1)) / np.sqrt(d)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    top = np.max(scores, axis=1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    e = np.exp(scores - top)
    total = e.sum(axis=1, keepdims=True)
    weights = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
    return weights @ values, weights
