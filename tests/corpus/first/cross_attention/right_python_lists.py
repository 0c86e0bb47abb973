# right: pure Python lists and math, turned into arrays at the end
import math

import numpy as np


def _times(vector, matrix):
    return [sum(x * row[c] for x, row in zip(vector, matrix)) for c in range(len(matrix[0]))]


def _softmax(numbers):
    top = max(numbers)
    exps = [math.exp(n - top) for n in numbers]
    total = sum(exps)
    return [e / total for e in exps]


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    W_q, W_k, W_v = (np.asarray(W, dtype=float).tolist() for W in (W_q, W_k, W_v))
    root = math.sqrt(len(W_q[0]))
    outputs, weights = [], []
    for b, (targets, sources) in enumerate(zip(decoder_states.tolist(), encoder_states.tolist())):
        real = [source_keep is None or bool(source_keep[b][j]) for j in range(len(sources))]
        keys = {j: _times(h, W_k) for j, h in enumerate(sources) if real[j]}
        values = {j: _times(h, W_v) for j, h in enumerate(sources) if real[j]}
        out_rows, weight_rows = [], []
        for z in targets:
            row = [0.0] * len(sources)
            out = [0.0] * len(W_v[0])
            if keys:
                query = _times(z, W_q)
                shares = _softmax([sum(a * c for a, c in zip(query, key)) / root for key in keys.values()])
                for j, share in zip(keys, shares):
                    row[j] = share
                    out = [o + share * x for o, x in zip(out, values[j])]
            out_rows.append(out)
            weight_rows.append(row)
        outputs.append(out_rows)
        weights.append(weight_rows)
    return np.array(outputs), np.array(weights)


def alignment(weights):
    answer = []
    for sentence in np.asarray(weights).tolist():
        answer.append([row.index(max(row)) for row in sentence])
    return np.array(answer, dtype=int)
