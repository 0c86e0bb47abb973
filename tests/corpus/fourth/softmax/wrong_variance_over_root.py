# wrong: with scaled=True the variance, not the dot product, is divided by the root of d
import numpy as np


def softmax(scores, axis=-1):
    return softmax_with_temperature(scores, 1.0, axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    x = np.asarray(scores, dtype=np.float64)
    with np.errstate(over="ignore"):
        x = (x - x.max(axis=axis, keepdims=True)) / temperature
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def dot_product_variance(queries, keys, scaled=False):
    sums = np.cumsum(queries * keys, axis=1)
    variance = ((sums - sums.mean(axis=0)) ** 2).mean(axis=0)
    if scaled:
        variance = variance / np.sqrt(np.arange(1, len(variance) + 1))
    return variance


def scaled_scores(queries, keys):
    q, k = np.asarray(queries, float), np.asarray(keys, float)
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
