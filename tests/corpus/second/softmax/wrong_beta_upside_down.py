# wrong: softmax_with_temperature multiplies by the temperature; every T other than 1
"""Softmax and scaling."""

import numpy as np

def _boltzmann(energies, beta, axis):
    z = beta * np.asarray(energies, dtype=float)
    z = z - z.max(axis=axis, keepdims=True)
    p = np.exp(z)
    return p / p.sum(axis=axis, keepdims=True)


def softmax(scores, axis=-1):
    return _boltzmann(scores, 1.0, axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    return _boltzmann(scores, temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    sums = np.cumsum(queries * keys, axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
