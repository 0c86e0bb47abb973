# wrong: a mask of two axes under scores with heads is read as (batch, key); a mask (query, key) is for every head.
import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Mix the values for every query.  (..., query, d_k), (..., key, d_k), (..., key, d_v) -> outputs, weights."""
    d_k = queries.shape[-1]
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d_k)
    if keep is not None and keep.ndim == 2 and (scores.ndim == 4):
        keep = keep[:, None, None, :]
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    outputs = weights @ values
    return (outputs, weights)
