"""A solution of `softmax` with two mistakes in it."""

import numpy as np


def softmax(scores, axis=-1):
    scores = scores - scores.max(axis=axis, keepdims=True)
    return np.exp(scores) / np.exp(scores).sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(scores * temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    products = np.cumsum(queries * keys, axis=1)
    if scaled:
        products = products / np.sqrt(np.arange(1, products.shape[1] + 1))
    return products.var(axis=0)


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2)
