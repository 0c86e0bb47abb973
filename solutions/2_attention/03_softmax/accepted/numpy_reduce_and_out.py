"""A copy worked on in place, the largest score found by ufunc reduction, widths from a list comprehension."""

import numpy as np


def softmax(scores, axis=-1):
    weights = np.array(scores, dtype=np.float64)  # a copy: the caller's array is left alone
    weights -= np.maximum.reduce(weights, axis=axis, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=axis, keepdims=True) + 1e-12
    return weights


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.true_divide(scores, temperature), axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    widths = range(1, queries.shape[1] + 1)
    plain = np.array([np.var(np.sum(queries[:, :d] * keys[:, :d], axis=1)) for d in widths])
    return plain / np.array(widths) if scaled else plain


def scaled_scores(queries, keys):
    root = np.sqrt(queries.shape[-1])
    return (queries[..., :, None, :] * keys[..., None, :, :]).sum(-1) / root
