"""Weights as exp(x - log Σ exp x); variances as the mean square minus the squared mean."""

import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=float)
    return np.exp(scores - np.logaddexp.reduce(scores, axis=axis, keepdims=True))


def softmax_with_temperature(scores, temperature, axis=-1):
    scaled = np.asarray(scores, dtype=float) * (1.0 / temperature)
    return np.exp(scaled - np.logaddexp.reduce(scaled, axis=axis, keepdims=True))


def dot_product_variance(queries, keys, scaled=False):
    dots = np.add.accumulate(queries * keys, axis=-1)
    variances = (dots**2).mean(0) - dots.mean(0) ** 2
    return variances / np.arange(1, len(variances) + 1) if scaled else variances


def scaled_scores(queries, keys):
    queries = queries * keys.shape[-1] ** -0.5  # scaling the queries alone is the same
    return np.inner(queries, keys) if queries.ndim == 2 else np.matmul(queries, np.moveaxis(keys, -1, -2))
