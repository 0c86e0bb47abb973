import numpy as np


def softmax(scores, axis=-1):
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    e = np.exp(shifted)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(scores / temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dots.shape[1] + 1))
    return dots.var(axis=0)


def scaled_scores(queries, keys):
    return queries @ keys.T / np.sqrt(queries.shape[-1])
