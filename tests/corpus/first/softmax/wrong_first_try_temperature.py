# wrong: softmax_with_temperature: multiplies by T, and one maximum for the whole array (0/0); softmax: the same maximum
import numpy as np


def softmax(scores, axis=-1):
    e = np.exp(scores - np.max(scores))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    e = np.exp((scores - np.max(scores)) * temperature)
    return e / e.sum(axis=axis, keepdims=True)


def dot_product_variance(queries, keys, scaled=False):
    products = np.asarray(queries, dtype=float) * np.asarray(keys, dtype=float)
    sums = np.cumsum(products, axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    q = np.asarray(queries, dtype=float)
    k = np.asarray(keys, dtype=float)
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
