# right: pure loops: for every query the list of its visible keys, math.exp and math.fsum over these alone.
import math

import numpy as np


def attention(queries, keys, values, keep=None):
    lead = queries.shape[:-2]
    n_q, d_k = queries.shape[-2:]
    n_k, d_v = values.shape[-2:]
    weights = np.zeros(lead + (n_q, n_k))
    outputs = np.zeros(lead + (n_q, d_v))
    see = np.broadcast_to(True if keep is None else keep, weights.shape)
    root = math.sqrt(d_k)
    for where in np.ndindex(*lead):
        q, k, v = queries[where].tolist(), keys[where].tolist(), values[where].tolist()
        for i in range(n_q):
            visible = [j for j in range(n_k) if see[where][i, j]]
            if not visible:
                continue
            scores = [math.fsum(a * b for a, b in zip(q[i], k[j])) / root for j in visible]
            top = max(scores)
            exps = [math.exp(s - top) for s in scores]
            total = math.fsum(exps)
            for j, e in zip(visible, exps):
                weights[where + (i, j)] = e / total
            for c in range(d_v):
                outputs[where + (i, c)] = math.fsum(e / total * v[j][c] for j, e in zip(visible, exps))
    return outputs, weights
