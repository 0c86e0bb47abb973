# right: maximum subtracted in float64, the exponentials in float32; queries scaled before the product
import math

import numpy as np

def _shift(scores, axis):
    x = np.asarray(scores).astype(np.float64)
    return x - np.amax(x, axis=axis, keepdims=True)


def _normalise(shifted, axis):
    with np.errstate(over="ignore"):
        e = np.exp(shifted.astype(np.float32))
    return e / np.expand_dims(e.sum(axis=axis), axis)


def softmax(scores, axis=-1):
    return _normalise(_shift(scores, axis), axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    return _normalise(_shift(scores, axis) / temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    sums = np.cumsum(queries * keys, axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    scaled = np.asarray(queries) / math.sqrt(np.shape(queries)[-1])
    return np.matmul(scaled, np.moveaxis(np.asarray(keys), -1, -2))
