import numpy as np


def softmax(scores, axis=-1):
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    e = np.exp(shifted)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(scores / temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    raise NotImplementedError


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
