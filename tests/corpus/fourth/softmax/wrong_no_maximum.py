# wrong: softmax takes exp of the scores as they are, and large ones become NaN
import numpy as np


def softmax(scores, axis=-1):
    e = np.exp(scores)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    x = np.asarray(scores, dtype=np.float64)
    with np.errstate(over="ignore"):
        x = (x - x.max(axis=axis, keepdims=True)) / temperature
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def dot_product_variance(queries, keys, scaled=False):
    sums = np.cumsum(np.asarray(queries, float) * np.asarray(keys, float), axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    q, k = np.asarray(queries, float), np.asarray(keys, float)
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
