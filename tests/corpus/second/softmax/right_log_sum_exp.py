# right: logaddexp.reduce, a triangular matrix for the running sums, variance scaled by 1/d at the end
"""Softmax and scaling."""

import numpy as np


def softmax(scores, axis=-1):
    return softmax_with_temperature(scores, 1.0, axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    x = np.asarray(scores, dtype=np.float64)
    x = (x - x.max(axis=axis, keepdims=True)) / temperature
    return np.exp(x - np.logaddexp.reduce(x, axis=axis, keepdims=True))


def dot_product_variance(queries, keys, scaled=False):
    n, d = np.shape(queries)
    sums = (np.asarray(queries, dtype=float) * keys) @ np.triu(np.ones((d, d)))
    off = sums - sums.mean(axis=0)
    var = np.einsum("nd,nd->d", off, off) / n
    return var / np.arange(1, d + 1) if scaled else var


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    d_k = keys.shape[-1]
    return np.einsum("...qd,...kd->...qk", queries, keys) / d_k**0.5
