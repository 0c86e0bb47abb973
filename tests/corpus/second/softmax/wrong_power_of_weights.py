# wrong: softmax_with_temperature takes weights ** (1/T): weights that underflowed to 0 stay 0, scores 0 and -1000 at T = 1000
"""Softmax and scaling."""

import numpy as np


def softmax(scores, axis=-1):
    x = np.asarray(scores, dtype=np.float64)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    p = softmax(scores, axis=axis) ** (1.0 / temperature)
    return p / p.sum(axis=axis, keepdims=True)


def dot_product_variance(queries, keys, scaled=False):
    sums = np.cumsum(queries * keys, axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
