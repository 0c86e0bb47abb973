# wrong: softmax_with_temperature: weights ** (1/T), renormalised; weights that were 0 stay 0 (gaps over 745 and a high T)
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=float)
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    weights = softmax(scores, axis) ** (1 / temperature)
    return weights / weights.sum(axis=axis, keepdims=True)


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
