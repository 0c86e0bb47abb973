# wrong: empty rows are looked up in keep as it came: a mask (batch, 1, key) with more than one query is an IndexError.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    d_k = queries.shape[-1]
    scores = np.einsum("...id,...jd->...ij", queries, keys) / np.sqrt(d_k)
    if keep is None:
        keep = np.ones(scores.shape, dtype=bool)
    scores = np.where(keep, scores, -np.inf)
    empty = ~keep.any(axis=-1)
    scores[empty] = 0.0
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    weights[empty] = 0.0
    return weights @ values, weights
