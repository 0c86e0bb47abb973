# wrong: with temperature 1 softmax(scores) is returned without the axis: T = 1 along any axis but the last.
import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Weights that are never negative and add to 1 along `axis`: exp(x_i) / Σ_j exp(x_j)."""
    peak = np.max(scores, axis=axis, keepdims=True)
    exponentials = np.exp(scores - peak)
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    if temperature == 1:
        return softmax(scores)
    return softmax(scores / temperature, axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    """How the variance of q·k grows with the number of dimensions, measured on pairs of vectors."""
    products = queries * keys
    dots = np.cumsum(products, axis=1)
    if scaled:
        d = np.arange(1, dots.shape[1] + 1)
        dots = dots / np.sqrt(d)
    return np.var(dots, axis=0)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """The scores that attention hands to softmax: Q Kᵀ / √d_k."""
    d_k = queries.shape[-1]
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d_k)
