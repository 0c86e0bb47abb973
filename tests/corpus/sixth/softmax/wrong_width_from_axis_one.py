# wrong: d_k is read from axis 1; it shows with a batch, where axis 1 counts the queries.
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=float)
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    scores = np.asarray(scores, dtype=float)
    return softmax((scores - scores.max(axis=axis, keepdims=True)) / temperature, axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    sums = np.cumsum(queries * keys, axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    d_k = queries.shape[1]
    return np.matmul(queries, np.swapaxes(keys, -2, -1)) / np.sqrt(d_k)
