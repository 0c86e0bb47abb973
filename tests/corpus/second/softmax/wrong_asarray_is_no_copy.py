# wrong: softmax subtracts the maximum in place after np.asarray: a float64 array of the caller is changed
import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    scores = np.asarray(scores, dtype=np.float64)
    scores -= scores.max(axis=axis, keepdims=True)
    e = np.exp(scores)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    x = np.array(scores, dtype=float)
    x = (x - x.max(axis=axis, keepdims=True)) / temperature
    return softmax(x, axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    width = queries.shape[1]
    result = np.zeros(width)
    for d in range(1, width + 1):
        dots = np.sum(queries[:, :d] * keys[:, :d], axis=1)
        if scaled:
            dots = dots / np.sqrt(d)
        result[d - 1] = np.mean((dots - dots.mean()) ** 2)
    return result


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    d_k = keys.shape[-1]
    return np.einsum("...qd,...kd->...qk", queries, keys) / d_k**0.5
