# wrong: the mean of the finite scores is subtracted, not the maximum: a row whose best is 800 above its mean.
import numpy as np


def softmax(scores, axis=-1):
    e = np.exp(scores - np.nanmean(np.where(np.isinf(scores), np.nan, scores), axis=axis, keepdims=True))
    return np.nan_to_num(e / e.sum(axis=axis, keepdims=True))


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    """Softmax of the scores divided by `temperature`: below 1 sharper, above 1 flatter."""
    return softmax(scores / temperature, axis=axis)


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
