"""One row at a time, with the numbers of plain Python."""

import math

import numpy as np


def softmax(scores, axis=-1):
    return softmax_with_temperature(scores, 1.0, axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    rows = np.moveaxis(np.asarray(scores), axis, -1)
    weights = np.zeros(rows.shape)
    for place in np.ndindex(rows.shape[:-1]):
        row = [float(score) / temperature for score in rows[place]]
        peak = max(row)
        exponentials = [math.exp(score - peak) for score in row]
        total = math.fsum(exponentials)
        weights[place] = [value / total for value in exponentials]
    return np.moveaxis(weights, -1, axis)


def dot_product_variance(queries, keys, scaled=False):
    variances = []
    for d in range(1, len(queries[0]) + 1):
        dots = []
        for query, key in zip(queries, keys, strict=True):
            dot = sum(q * k for q, k in zip(query[:d], key[:d], strict=True))
            dots.append(dot / math.sqrt(d) if scaled else dot)
        mean = sum(dots) / len(dots)
        variances.append(sum((dot - mean) ** 2 for dot in dots) / len(dots))
    return variances


def scaled_scores(queries, keys):
    if queries.ndim > 2:
        return [scaled_scores(q, k) for q, k in zip(queries, keys, strict=True)]
    root = math.sqrt(len(queries[0]))
    return [[sum(a * b for a, b in zip(query, key, strict=True)) / root for key in keys] for query in queries]
