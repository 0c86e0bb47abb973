# wrong: softmax_with_temperature does not pass its axis on, so it always normalises over the last axis; shows for axis=0 on a table, while the default axis is right.
import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    x = np.asarray(scores, dtype=np.float64)
    x = x - np.max(x, axis=axis, keepdims=True)
    e = np.exp(x)
    return e / np.sum(e, axis=axis, keepdims=True)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    return softmax(np.asarray(scores, dtype=np.float64) / temperature)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    partial = np.cumsum(queries * keys, axis=1)
    if scaled:
        partial = partial / np.sqrt(np.arange(1, queries.shape[1] + 1))
    return partial.var(axis=0)


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
