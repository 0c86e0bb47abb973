# wrong: hidden scores are -1e9: visible scores of -1e30 beside them lose all weight to the hidden keys.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    if keep is not None:
        scores = np.where(keep, scores, -1e9)
    scores = scores - scores.max(axis=-1, keepdims=True)
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    if keep is not None:
        some = np.broadcast_to(keep, weights.shape).any(axis=-1, keepdims=True)
        weights = weights * some
    return weights @ values, weights
