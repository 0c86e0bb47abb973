# wrong: softmax: one maximum for all rows and a sum lined up by .T; variance divided by root d; rows far apart, other axes, scaled
import numpy as np


def softmax(scores, axis=-1):
    x = np.array(scores, dtype=float)
    x = x - x.max()
    e = np.exp(x)
    return (e.T / e.sum(axis=axis)).T


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores) / temperature, axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    products = np.asarray(queries) * np.asarray(keys)
    var = products.cumsum(axis=1).var(axis=0)
    if scaled:
        var = var / np.sqrt(np.arange(1, var.size + 1))
    return var


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
