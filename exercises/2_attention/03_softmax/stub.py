"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Weights that are never negative and add up to 1 along `axis`: exp(x_i) / Σ_j exp(x_j).

    scores: any shape with at least one axis, floats or integers; single entries may be -inf (weight 0)
    returns: floats, the shape of scores; scores itself stays as it was
    """
    raise NotImplementedError


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    """Softmax of the scores divided by `temperature`: below 1 sharper, above 1 flatter.

    scores: as for softmax; temperature: a number above 0
    returns: floats, the shape of scores
    """
    raise NotImplementedError


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    """How the variance of q·k grows with the number of dimensions, measured on pairs of vectors.

    queries, keys: floats, (pair, dimension); row n of queries is paired with row n of keys
    returns: (dimension,); entry d - 1 is the variance over the pairs (mean squared distance from
        the mean, divided by the number of pairs) of q·k taken over the first d dimensions only.
        With scaled=True: of that same q·k divided by √d.
    """
    raise NotImplementedError


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """The scores that attention passes to softmax: Q Kᵀ / √d_k.

    queries: floats (..., query, d_k); keys: floats (..., key, d_k); the leading axes, if any, are equal
    returns: (..., query, key)
    """
    raise NotImplementedError
