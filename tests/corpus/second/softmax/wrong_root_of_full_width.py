# wrong: dot_product_variance, scaled=True: every sum is divided by the root of the full width, not of its own d
import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    x = np.array(scores, dtype=float)
    x -= np.max(x, axis=axis, keepdims=True)
    np.exp(x, out=x)
    x /= np.sum(x, axis=axis, keepdims=True)
    return x


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    x = np.array(scores, dtype=float)
    x = (x - x.max(axis=axis, keepdims=True)) / temperature
    return softmax(x, axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    d_k = queries.shape[1]
    scale = np.sqrt(d_k) if scaled else 1.0
    out = np.empty(d_k)
    for d in range(d_k):
        dots = (queries[:, : d + 1] * keys[:, : d + 1]).sum(axis=1) / scale
        out[d] = dots.var()
    return out


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    d_k = keys.shape[-1]
    return np.einsum("...qd,...kd->...qk", queries, keys) / d_k**0.5
