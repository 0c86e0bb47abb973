# right: softmax as exp(x - log-sum-exp) in extended precision (np.longdouble results), the other two functions with einsum and a triangular matrix.
import numpy as np


def _log_softmax(x, axis):
    x = x - np.max(x, axis=axis, keepdims=True)
    return x - np.expand_dims(np.logaddexp.reduce(x, axis=axis), axis)


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    return np.exp(_log_softmax(np.array(scores, dtype=np.longdouble), axis))


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    x = np.array(scores, dtype=np.longdouble)
    x = (x - np.max(x, axis=axis, keepdims=True)) / np.longdouble(temperature)
    return np.exp(_log_softmax(x, axis))


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    products = np.array(queries, dtype=np.longdouble) * np.array(keys, dtype=np.longdouble)
    # centre every product first: the mean of a sum is the sum of the means
    products = products - products.mean(axis=0)
    take = np.triu(np.ones((products.shape[1],) * 2))
    sums = np.einsum("nc,cd->nd", products, take)
    variance = np.einsum("nd,nd->d", sums, sums) / len(products)
    return variance / np.arange(1, variance.size + 1) if scaled else variance


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return np.einsum("...qd,...kd->...qk", np.array(queries, dtype=np.longdouble), keys) / np.sqrt(
        np.longdouble(queries.shape[-1])
    )
