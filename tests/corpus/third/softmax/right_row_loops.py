# right: pure Python arithmetic on lists, row by row with math.exp and math.fsum, for any axis through index tuples.
import math

import numpy as np


def _weights_of(row, temperature):
    top = max(row)
    exps = [math.exp((v - top) / temperature) for v in row]
    total = math.fsum(exps)
    return [e / total for e in exps]


def softmax_with_temperature(scores, temperature, axis=-1):
    shape = scores.shape
    axis = axis % len(shape)
    out = np.zeros(shape, dtype=np.float64)
    for before in np.ndindex(shape[:axis]):
        for after in np.ndindex(shape[axis + 1:]):
            where = before + (slice(None),) + after
            row = scores[where].tolist()   # python ints and floats
            out[where] = _weights_of(row, temperature)
    return out


def softmax(scores, axis=-1):
    return softmax_with_temperature(scores, 1, axis)


def dot_product_variance(queries, keys, scaled=False):
    q, k = queries.tolist(), keys.tolist()
    n, width = queries.shape
    dots = [0.0] * n
    result = []
    for d in range(width):
        dots = [dots[i] + float(q[i][d]) * float(k[i][d]) for i in range(n)]
        root = math.sqrt(d + 1) if scaled else 1.0
        mean = math.fsum(v / root for v in dots) / n
        result.append(math.fsum((v / root - mean) ** 2 for v in dots) / n)
    return np.array(result)


def scaled_scores(queries, keys):
    d_k = queries.shape[-1]
    out = np.zeros(queries.shape[:-1] + (keys.shape[-2],))
    for lead in np.ndindex(queries.shape[:-2]):
        for i in range(queries.shape[-2]):
            for j in range(keys.shape[-2]):
                out[lead + (i, j)] = math.fsum(
                    float(queries[lead + (i, c)]) * float(keys[lead + (j, c)]) for c in range(d_k)
                ) / math.sqrt(d_k)
    return out
