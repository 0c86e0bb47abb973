# wrong: dot_product_variance: mean of the squares, the mean is never subtracted; wrong if the mean of q.k is not 0
"""Softmax, its temperature, and why attention divides by √d_k."""

import math
import numpy as np


def softmax_row(row):
    row = [float(x) for x in row]
    top = max(row)
    e = [math.exp(x - top) for x in row]
    total = math.fsum(e)
    return np.array([x / total for x in e])


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Weights that are positive and add to 1 along `axis`: exp(x_i) / Σ_j exp(x_j).

    scores: any shape, whole or real numbers; single entries may be -inf (weight 0)
    returns: real numbers, the shape of scores; scores itself stays as it was
    """
    return np.apply_along_axis(softmax_row, axis, np.array(scores, dtype=float))


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    """Softmax of the scores divided by `temperature`: below 1 sharper, above 1 flatter.

    scores: any shape; temperature: a number above 0
    returns: the shape of scores
    """
    def row(x):
        return softmax_row([float(v) / temperature for v in x])
    return np.apply_along_axis(row, axis, np.array(scores, dtype=float))


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    """How the variance of q·k grows with the number of dimensions, measured on pairs of vectors.

    queries, keys: (pair, dimension); row n of queries meets row n of keys
    returns: (dimension,); entry d - 1 is the variance over the pairs (mean squared distance from
        the mean, divided by the number of pairs) of q·k taken over the first d dimensions only.
        With scaled=True: of that same q·k divided by √d.
    """
    pairs, dims = np.shape(queries)
    result = np.zeros(dims)
    for d in range(1, dims + 1):
        for q, k in zip(queries, keys):
            value = sum(float(a) * float(b) for a, b in zip(q[:d], k[:d]))
            if scaled:
                value /= math.sqrt(d)
            result[d - 1] += value ** 2 / pairs
    return result


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """The scores that attention hands to softmax: Q Kᵀ / √d_k.

    queries: (..., query, d_k); keys: (..., key, d_k); the leading axes, if any, are equal
    returns: (..., query, key)
    """
    if np.ndim(queries) > 2:
        return np.array([scaled_scores(q, k) for q, k in zip(queries, keys)])
    root = math.sqrt(len(queries[0]))
    table = []
    for q in queries:
        table.append([sum(float(a) * float(b) for a, b in zip(q, k)) / root for k in keys])
    return np.array(table)
