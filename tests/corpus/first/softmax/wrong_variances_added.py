# wrong: dot_product_variance: adds up the variances of single dimensions; wrong if dimensions are not uncorrelated
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=float)
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores, dtype=float) / temperature, axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    products = np.asarray(queries, dtype=float) * np.asarray(keys, dtype=float)
    variance = np.cumsum(products.var(axis=0))
    if scaled:
        variance = variance / np.arange(1, len(variance) + 1)
    return variance


def scaled_scores(queries, keys):
    q = np.asarray(queries, dtype=float)
    k = np.asarray(keys, dtype=float)
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
