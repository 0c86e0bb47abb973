# right: plain Python loops over every leading index, query and key, with a softmax over the visible keys only
import math
from itertools import product

import numpy as np


def attention(queries, keys, values, keep=None):
    *lead, n_q, d_k = queries.shape
    n_k, d_v = values.shape[-2], values.shape[-1]
    weights = np.zeros((*lead, n_q, n_k))
    outputs = np.zeros((*lead, n_q, d_v))
    see = np.broadcast_to(True if keep is None else keep, weights.shape)

    for at in product(*(range(n) for n in lead), range(n_q)):
        where, i = at[:-1], at[-1]
        visible = [j for j in range(n_k) if see[at][j]]
        scores = {}
        for j in visible:
            dot = 0.0
            for d in range(d_k):
                dot += float(queries[at][d]) * float(keys[where + (j, d)])
            scores[j] = dot / math.sqrt(d_k)
        if not scores:
            continue
        largest = max(scores.values())
        total = sum(math.exp(s - largest) for s in scores.values())
        for j in visible:
            w = math.exp(scores[j] - largest) / total
            weights[at + (j,)] = w
            for c in range(d_v):
                outputs[at + (c,)] += w * float(values[where + (j, c)])
    return outputs, weights
