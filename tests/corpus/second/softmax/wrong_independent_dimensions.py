# wrong: dot_product_variance adds up the variances of the single dimensions; wrong whenever the terms are correlated in the sample
import numpy as np


def softmax(scores, axis=-1):
    x = np.asarray(scores, dtype=np.float64)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores) / temperature, axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    per_dimension = np.var(queries * keys, axis=0)
    total = np.cumsum(per_dimension)
    if scaled:
        total = total / np.arange(1, len(total) + 1)
    return total


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
