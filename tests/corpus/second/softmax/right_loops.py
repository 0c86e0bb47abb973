# right: plain loops over rows, math.exp on Python floats
import math

import numpy as np


def softmax(scores, axis=-1):
    rows = np.moveaxis(np.asarray(scores), axis, -1)
    out = np.zeros(rows.shape)
    for idx in np.ndindex(*rows.shape[:-1]):
        row = [float(v) for v in rows[idx]]
        top = max(row)
        e = [math.exp(v - top) for v in row]
        total = math.fsum(e)
        out[idx] = [v / total for v in e]
    return np.moveaxis(out, -1, axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    x = np.asarray(scores, dtype=float)
    top = np.max(x, axis=axis, keepdims=True)
    return softmax((x - top) / temperature, axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    dims = queries.shape[-1]
    variances = []
    for d in range(dims):
        dot = np.einsum("nd,nd->n", queries[:, : d + 1], keys[:, : d + 1])
        variances.append(np.var(dot / np.sqrt(d + 1) if scaled else dot))
    return np.array(variances)


def scaled_scores(queries, keys):
    lead = queries.shape[:-2]
    n, m, d_k = queries.shape[-2], keys.shape[-2], queries.shape[-1]
    out = np.zeros(lead + (n, m))
    for at in np.ndindex(*lead):
        for i in range(n):
            for j in range(m):
                out[at + (i, j)] = np.dot(queries[at][i], keys[at][j]) / math.sqrt(d_k)
    return out
