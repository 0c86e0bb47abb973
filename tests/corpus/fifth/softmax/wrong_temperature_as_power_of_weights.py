# wrong: softmax(x) ** (1/T), normalised: weights that underflowed stay 0 at high T, such as scores 0 and -1000 with T = 1000.
"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    x = np.array(scores, dtype=float)
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    w = softmax(scores, axis) ** (1.0 / temperature)
    return w / w.sum(axis=axis, keepdims=True)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dots.shape[1] + 1))
    return dots.var(axis=0)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
