# wrong: against overflow the scores are clipped to [-500, 500] instead of shifted, so 1001, 1002, 1003 get equal weights; scores inside the range are right.
import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """exp overflows above 709, so keep the scores in a safe range."""
    hidden = np.isneginf(scores)
    safe = np.clip(scores, -500, 500)
    e = np.where(hidden, 0.0, np.exp(safe.astype(float)))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    return softmax(np.true_divide(scores, temperature), axis=axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    dims = queries.shape[1]
    dots = np.stack([np.sum(queries[:, :d] * keys[:, :d], axis=1) for d in range(1, dims + 1)])
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dims + 1))[:, None]
    return dots.var(axis=1)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return np.einsum("...qd,...kd->...qk", queries, keys) / np.sqrt(queries.shape[-1])
