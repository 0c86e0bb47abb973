# wrong: softmax: knows axis 0 and takes every other axis for the last one; wrong for a middle axis or axis=-2
import math
import numpy as np


def softmax_row(row):
    row = [float(x) for x in row]
    top = max(row)
    e = [math.exp(x - top) for x in row]
    total = math.fsum(e)
    return np.array([x / total for x in e])


def softmax(scores, axis=-1):
    x = np.array(scores, dtype=float)
    if axis == 0:
        x = np.moveaxis(x, 0, -1)
    flat = x.reshape(-1, x.shape[-1])
    out = np.array([softmax_row(row) for row in flat]).reshape(x.shape)
    if axis == 0:
        out = np.moveaxis(out, -1, 0)
    return out


def softmax_with_temperature(scores, temperature, axis=-1):
    def row(x):
        return softmax_row([float(v) / temperature for v in x])
    return np.apply_along_axis(row, axis, np.array(scores, dtype=float))


def dot_product_variance(queries, keys, scaled=False):
    pairs, dims = np.shape(queries)
    result = []
    for d in range(1, dims + 1):
        values = []
        for q, k in zip(queries, keys):
            value = sum(float(q[j]) * float(k[j]) for j in range(d))
            values.append(value / math.sqrt(d) if scaled else value)
        mean = sum(values) / pairs
        result.append(sum((v - mean) ** 2 for v in values) / pairs)
    return np.array(result)


def scaled_scores(queries, keys):
    if np.ndim(queries) > 2:
        return np.array([scaled_scores(q, k) for q, k in zip(queries, keys)])
    root = math.sqrt(len(queries[0]))
    table = []
    for q in queries:
        table.append([sum(float(a) * float(b) for a, b in zip(q, k)) / root for k in keys])
    return np.array(table)
