# wrong: softmax_with_temperature does not hand axis on to softmax; any axis other than the last
"""Softmax and scaling."""

import numpy as np


def softmax(scores, axis=-1):
    rows = np.moveaxis(np.asarray(scores, dtype=float), axis, -1)
    out = np.zeros(rows.shape)
    for idx in np.ndindex(*rows.shape[:-1]):
        e = np.exp(rows[idx] - max(rows[idx]))
        out[idx] = e / e.sum()
    return np.moveaxis(out, -1, axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    cooled = np.asarray(scores, dtype=float) / temperature
    return softmax(cooled)


def dot_product_variance(queries, keys, scaled=False):
    dims = queries.shape[-1]
    variances = []
    for d in range(dims):
        dot = np.einsum("nd,nd->n", queries[:, : d + 1], keys[:, : d + 1])
        variances.append(np.var(dot / np.sqrt(d + 1) if scaled else dot))
    return np.array(variances)


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
