# wrong: len(keys[0]) is the number of keys as soon as there is a leading axis; scaled variance divides every sum by the root of all dimensions (all entries but the last).
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
    n_pairs, d_k = queries.shape
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(d_k)
    mean = dots.sum(axis=0) / n_pairs
    return ((dots - mean) ** 2).sum(axis=0) / n_pairs


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    d_k = len(keys[0])
    return np.einsum("...id,...jd->...ij", queries, keys) / np.sqrt(d_k)
