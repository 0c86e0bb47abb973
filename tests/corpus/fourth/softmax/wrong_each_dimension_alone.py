# wrong: entry d-1 is the variance of dimension d alone instead of the sum of the first d, and softmax loses the axis of its sum
import math
import numpy as np


def _row(values, temperature):
    top = max(values)
    parts = [math.exp((v - top) / temperature) for v in values]
    whole = math.fsum(parts)
    return [p / whole for p in parts]


def softmax(scores, axis=-1):
    x = np.asarray(scores, dtype=float)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    table = np.moveaxis(np.asarray(scores), axis, -1)
    out = np.zeros(table.shape, dtype=float)
    for place in np.ndindex(table.shape[:-1]):
        out[place] = _row([float(v) for v in table[place]], temperature)
    return np.moveaxis(out, -1, axis)


def dot_product_variance(queries, keys, scaled=False):
    result = np.zeros(queries.shape[1])
    for d in range(queries.shape[1]):
        x = queries[:, d] * keys[:, d]
        if scaled:
            x = x / np.sqrt(d + 1)
        result[d] = np.mean((x - x.mean()) ** 2)
    return result


def scaled_scores(queries, keys):
    return np.einsum("...qd,...kd->...qk", queries, keys, dtype=float) * queries.shape[-1] ** -0.5
