# wrong: attention brings keep to size with np.resize, which repeats it flat instead of broadcasting; shows for a (batch, 1, key) mask
import math

import numpy as np


def one_row(scores, visible):
    seen = [s for s, ok in zip(scores, visible) if ok]
    if not seen:
        return [0.0] * len(scores)
    top = max(seen)
    exps = [math.exp(s - top) if ok else 0.0 for s, ok in zip(scores, visible)]
    total = sum(exps)
    return [e / total for e in exps]


def attention(queries, keys, values, keep=None):
    lead = queries.shape[:-2]
    n_q, d_k = queries.shape[-2:]
    n_k, d_v = values.shape[-2:]
    if keep is None:
        keep = True
    mask = np.resize(keep, lead + (n_q, n_k))

    weights = np.zeros(lead + (n_q, n_k))
    outputs = np.zeros(lead + (n_q, d_v))
    for idx in np.ndindex(*lead):
        for i in range(n_q):
            scores = [float(np.dot(queries[idx][i], keys[idx][j])) / math.sqrt(d_k) for j in range(n_k)]
            weights[idx][i] = one_row(scores, mask[idx][i])
            for j in range(n_k):
                outputs[idx][i] += weights[idx][i][j] * values[idx][j]
    return outputs, weights
