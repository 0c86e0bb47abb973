# wrong: two mistakes: the temperature divides the exponentials, where it cancels, and scaled_scores divides by d_k instead of its root; shows for any T other than 1 and any d_k above 1.
import numpy as np


def _exps(scores, axis):
    scores = np.array(scores, dtype=float)
    return np.exp(scores - scores.max(axis=axis, keepdims=True))


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    e = _exps(scores, axis)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    e = _exps(scores, axis) / temperature
    return e / e.sum(axis=axis, keepdims=True)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    out = []
    for d in range(1, queries.shape[1] + 1):
        dot = np.einsum("nd,nd->n", queries[:, :d], keys[:, :d])
        out.append(np.var(dot / np.sqrt(d) if scaled else dot))
    return np.array(out)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    d_k = queries.shape[-1]
    return np.einsum("...id,...jd->...ij", queries, keys) / d_k
