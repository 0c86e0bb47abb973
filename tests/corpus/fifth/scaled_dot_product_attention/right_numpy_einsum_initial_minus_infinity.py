# right: einsum, keys hidden with where, safe sum for empty rows; in-place on own arrays.
"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    q, k, v = (np.asarray(a, dtype=np.float64) for a in (queries, keys, values))
    e = np.einsum("...qd,...kd->...qk", q, k)
    e *= q.shape[-1] ** -0.5
    if keep is not None:
        e = np.where(keep, e, -np.inf)
    top = e.max(axis=-1, keepdims=True, initial=-np.inf)
    top[np.isneginf(top)] = 0.0
    e -= top
    np.exp(e, out=e)
    total = e.sum(axis=-1, keepdims=True)
    total[total == 0] = 1.0
    e /= total
    return np.einsum("...qk,...kv->...qv", e, v), e
