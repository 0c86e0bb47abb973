"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Weights that are never negative and add to 1 along `axis`: exp(x_i) / Σ_j exp(x_j)."""
    # exp(x - c) / Σ exp(x - c) is the same for every c. With c the largest score of the row, the largest
    # exponential is exp(0) = 1: nothing overflows, and the sum is at least 1.
    peak = np.max(scores, axis=axis, keepdims=True)  # length 1 along axis, one peak a row
    exponentials = np.exp(scores - peak)  # a new array, in (0, 1]; exp(-inf) = 0
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    """Softmax of the scores divided by `temperature`: below 1 sharper, above 1 flatter."""
    # The weights of two keys have the ratio exp((x_i - x_j) / T): T is the unit in which scores are measured.
    return softmax(scores / temperature, axis=axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    """How the variance of q·k grows with the number of dimensions, measured on pairs of vectors."""
    products = queries * keys  # (pair, dimension): X, what one dimension adds to q·k
    dots = np.cumsum(products, axis=1)  # (pair, dimension): q·k over the first 1, 2, ..., d dimensions
    if scaled:
        d = np.arange(1, dots.shape[1] + 1)  # (dimension,)
        dots = dots / np.sqrt(d)  # Var(C·Y) = C² Var(Y): the variance is divided by d
    return np.var(dots, axis=0)  # (dimension,)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """The scores that attention hands to softmax: Q Kᵀ / √d_k."""
    d_k = queries.shape[-1]
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d_k)  # (..., query, d_k) @ (..., d_k, key)
