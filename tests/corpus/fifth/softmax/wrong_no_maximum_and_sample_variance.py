# wrong: softmax without subtracting the maximum (NaN for scores of 1000); variance divided by pairs - 1 (any input).
"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    e = np.exp(scores)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    return softmax(np.asarray(scores) / temperature, axis=axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dots.shape[1] + 1))
    return dots.var(axis=0, ddof=1)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
