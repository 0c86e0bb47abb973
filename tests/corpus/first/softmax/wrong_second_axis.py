# wrong: scaled_scores: d_k is read from keys.shape[1]; with leading axes that is the number of keys or heads
"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Weights that are positive and add to 1 along `axis`: exp(x_i) / Σ_j exp(x_j).

    scores: any shape, whole or real numbers; single entries may be -inf (weight 0)
    returns: real numbers, the shape of scores; scores itself stays as it was
    """
    scores = np.asarray(scores, dtype=float)
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    """Softmax of the scores divided by `temperature`: below 1 sharper, above 1 flatter.

    scores: any shape; temperature: a number above 0
    returns: the shape of scores
    """
    return softmax(np.asarray(scores, dtype=float) / temperature, axis=axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    """How the variance of q·k grows with the number of dimensions, measured on pairs of vectors.

    queries, keys: (pair, dimension); row n of queries meets row n of keys
    returns: (dimension,); entry d - 1 is the variance over the pairs (mean squared distance from
        the mean, divided by the number of pairs) of q·k taken over the first d dimensions only.
        With scaled=True: of that same q·k divided by √d.
    """
    products = np.asarray(queries, dtype=float) * np.asarray(keys, dtype=float)
    sums = np.cumsum(products, axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """The scores that attention hands to softmax: Q Kᵀ / √d_k.

    queries: (..., query, d_k); keys: (..., key, d_k); the leading axes, if any, are equal
    returns: (..., query, key)
    """
    d_k = keys.shape[1]
    return np.matmul(queries, np.swapaxes(keys, -1, -2)) / np.sqrt(d_k)
