# wrong: the weights are written into np.zeros_like(scores), so for scores that are whole numbers every weight is cut to 0 (or 1); with real scores all is well.
import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    weights = np.zeros_like(scores)
    rows_in = np.moveaxis(scores, axis, -1)
    rows_out = np.moveaxis(weights, axis, -1)  # a view: writing here writes into weights
    for index in np.ndindex(rows_in.shape[:-1]):
        row = rows_in[index].astype(float)
        e = np.exp(row - row.max())
        rows_out[index] = e / e.sum()
    return weights


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    return softmax(scores / temperature, axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    products = np.cumsum(queries * keys, axis=-1)
    variance = products.var(axis=0)
    if scaled:
        variance = variance / np.arange(1, len(variance) + 1)
    return variance


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    d_k = queries.shape[-1]
    return np.matmul(queries, keys.swapaxes(-2, -1)) / d_k ** 0.5
