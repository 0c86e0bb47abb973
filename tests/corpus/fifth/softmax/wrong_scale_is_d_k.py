# wrong: scaled_scores divides by d_k, not its root, and scaled variance divides by the root of d (every width above 1).
"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    x = np.array(scores, dtype=float)
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    return softmax(np.asarray(scores) / temperature, axis=axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    variances = []
    for d in range(1, queries.shape[1] + 1):
        dots = (queries[:, :d] * keys[:, :d]).sum(axis=1)
        v = dots.var()
        variances.append(v / np.sqrt(d) if scaled else v)
    return np.array(variances)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return queries @ np.swapaxes(keys, -1, -2) / queries.shape[-1]
