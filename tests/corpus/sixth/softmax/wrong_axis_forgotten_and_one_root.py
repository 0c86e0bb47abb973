# wrong: softmax_with_temperature does not hand the axis on, and with scaled=True every entry is divided by the root of the full width; it shows with axis=0 and for every dimension but the last.
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=float)
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    scores = np.asarray(scores, dtype=float)
    return softmax(scores / temperature)


def dot_product_variance(queries, keys, scaled=False):
    width = queries.shape[1]
    sums = np.cumsum(queries * keys, axis=1)
    if scaled:
        sums = sums / np.sqrt(width)
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
