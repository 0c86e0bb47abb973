# right: everything in extended precision, which holds every int64 exactly; vectorised.
"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np


def _wide(a):
    return np.array(a, dtype=np.longdouble)


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    return softmax_with_temperature(scores, 1.0, axis)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    x = _wide(scores)
    x -= x.max(axis=axis, keepdims=True)
    x /= temperature
    np.exp(x, out=x)
    x /= x.sum(axis=axis, keepdims=True)
    return np.asarray(x, dtype=float)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    sums = np.cumsum(_wide(queries) * _wide(keys), axis=1)
    if scaled:
        sums /= np.sqrt(np.arange(1, sums.shape[1] + 1, dtype=np.longdouble))
    return np.asarray(sums.var(axis=0), dtype=float)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    width = queries.shape[-1]
    return np.einsum("...qd,...kd->...qk", np.asarray(queries, float), np.asarray(keys, float)) / width**0.5
