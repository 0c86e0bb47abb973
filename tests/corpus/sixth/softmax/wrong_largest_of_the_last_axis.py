# wrong: the largest score is taken along the last axis whatever axis is asked for; it shows with axis=0.
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=float)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
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
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
