import numpy as np


def softmax(scores, axis=-1):
    # subtract the max so exp() does not blow up
    m = scores.max(axis=axis, keepdims=True)
    num = np.exp(scores - m)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(scores / temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dots.shape[1] + 1))
    return dots.var(axis=0)


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
