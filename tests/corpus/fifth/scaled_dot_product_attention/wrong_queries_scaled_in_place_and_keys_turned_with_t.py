# wrong: queries /= changes the caller's array; keys.T reverses all axes, an error or wrong scores with two leading axes.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    queries /= np.sqrt(queries.shape[-1])
    if keys.ndim == 3:
        turned = keys.transpose(0, 2, 1)
    else:
        turned = keys.T
    scores = queries @ turned
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
    return weights @ values, weights
