# right: a function for one row of Python floats, applied along the axis; variance by two loops
import math

import numpy as np


def _row(values, temperature):
    top = max(values)
    parts = [math.exp((v - top) / temperature) for v in values]
    whole = math.fsum(parts)
    return [p / whole for p in parts]


def softmax(scores, axis=-1):
    return softmax_with_temperature(scores, 1, axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    table = np.moveaxis(np.asarray(scores), axis, -1)
    out = np.zeros(table.shape, dtype=float)
    for place in np.ndindex(table.shape[:-1]):
        out[place] = _row([float(v) for v in table[place]], temperature)
    return np.moveaxis(out, -1, axis)


def dot_product_variance(queries, keys, scaled=False):
    answer = []
    for d in range(1, queries.shape[1] + 1):
        products = [float(np.dot(q[:d].astype(float), k[:d].astype(float))) for q, k in zip(queries, keys)]
        if scaled:
            products = [p / math.sqrt(d) for p in products]
        mean = sum(products) / len(products)
        answer.append(sum((p - mean) ** 2 for p in products) / len(products))
    return np.array(answer)


def scaled_scores(queries, keys):
    return np.einsum("...qd,...kd->...qk", queries, keys, dtype=float) * queries.shape[-1] ** -0.5
