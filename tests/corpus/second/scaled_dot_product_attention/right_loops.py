# right: plain Python loops over rows, keys and dimensions
import math

import numpy as np


def attention(queries, keys, values, keep=None):
    lead = queries.shape[:-2]
    n_q, d_k = queries.shape[-2:]
    n_k = keys.shape[-2]
    d_v = values.shape[-1]
    if keep is None:
        keep = True
    keep = np.broadcast_to(keep, lead + (n_q, n_k))
    outputs = np.zeros(lead + (n_q, d_v))
    weights = np.zeros(lead + (n_q, n_k))
    for at in np.ndindex(*lead):
        for i in range(n_q):
            seen = [j for j in range(n_k) if keep[at + (i, j)]]
            if not seen:
                continue
            s = {}
            for j in seen:
                s[j] = sum(float(a) * float(b) for a, b in zip(queries[at + (i,)], keys[at + (j,)])) / math.sqrt(d_k)
            top = max(s.values())
            e = {j: math.exp(s[j] - top) for j in seen}
            total = sum(e.values())
            for j in seen:
                w = e[j] / total
                weights[at + (i, j)] = w
                outputs[at + (i,)] += w * values[at + (j,)].astype(float)
    return outputs, weights
