# wrong: the largest score is never below 0; it shows on rows of very negative scores, such as -1000 and -1001.
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=float)
    largest = np.max(scores, axis=axis, keepdims=True, initial=0)
    e = np.exp(scores - largest)
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
