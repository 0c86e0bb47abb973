# wrong: softmax names the axes for einsum and knows vectors, matrices and batches only: scores with four axes raise.
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, float)
    if scores.ndim == 1:
        e = np.exp(scores - scores.max())
        return e / e.sum()
    axis = axis % scores.ndim
    if scores.ndim == 2:
        letters = "qk"
    elif scores.ndim == 3:
        letters = "bqk"
    else:
        raise ValueError("scores must have one to three axes")
    e = np.exp(scores - scores.max(axis, keepdims=True))
    total = np.einsum(f"{letters}->{letters.replace(letters[axis], '')}", e)
    return e / np.expand_dims(total, axis)


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
