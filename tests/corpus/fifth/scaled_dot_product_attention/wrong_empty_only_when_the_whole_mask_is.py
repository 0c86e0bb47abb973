# wrong: zeros only when nobody sees anything: one empty row among others is NaN.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    n_query, n_key = queries.shape[-2], keys.shape[-2]
    if keep is not None and not np.any(keep):
        return (np.zeros(queries.shape[:-1] + values.shape[-1:]), np.zeros(queries.shape[:-2] + (n_query, n_key)))
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    scores = scores - scores.max(axis=-1, keepdims=True)
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ values, weights
