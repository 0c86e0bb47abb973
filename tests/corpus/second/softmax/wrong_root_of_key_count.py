# wrong: scaled_scores divides by the root of the number of keys; whenever it differs from d_k
import numpy as np


def softmax(scores, axis=-1):
    x = np.asarray(scores, dtype=np.float64)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores) / temperature, axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    sums = np.cumsum(queries * keys, axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    scores = np.matmul(queries, np.swapaxes(keys, -2, -1))
    d_k = scores.shape[-1]
    return scores / np.sqrt(d_k)
