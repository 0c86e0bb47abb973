# right: word by word with Python lists and the math module, like the paper calculation; arrays only where something is returned.
import math

import numpy as np


def _times(rows, matrix):
    m = matrix.tolist()
    return np.array([[math.fsum(r[k] * m[k][c] for k in range(len(m))) for c in range(len(m[0]))] for r in rows.tolist()])


def project(x, W_q, W_k, W_v):
    return _times(x, W_q), _times(x, W_k), _times(x, W_v)


def attention_scores(Q, K):
    return np.array([[math.fsum(a * b for a, b in zip(q, k)) for k in K.tolist()] for q in Q.tolist()])


def attention_weights(scores, d_k=None):
    root = 1.0 if d_k is None else math.sqrt(d_k)
    table = []
    for row in scores.tolist():
        top = max(row)
        exps = [math.exp((s - top) / root) for s in row]
        total = math.fsum(exps)
        table.append([e / total for e in exps])
    return np.array(table)


def contributions(weights, V):
    values = V.tolist()
    return np.array([[[float(w) * v for v in value] for w, value in zip(row, values)] for row in weights.tolist()])


def outputs(weights, V):
    result = []
    for row in contributions(weights, V).tolist():
        result.append([math.fsum(part[c] for part in row) for c in range(V.shape[1])])
    return np.array(result)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), len(W_k[0]) if scaled else None)
    return outputs(weights, V), weights
