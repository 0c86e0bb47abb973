# wrong: weights of hidden keys are zeroed after the softmax: rows with a hidden key add up to less than 1.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    if keep is not None:
        weights = np.where(keep, weights, 0.0)
    return weights @ values, weights
