"""Plain Python: one query after the other, one key after the other."""

import math

import numpy as np


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def one_query(query, keys, values, keep):
    scores = [dot(query, key) / math.sqrt(len(query)) for key in keys]
    visible = [score for score, kept in zip(scores, keep, strict=True) if kept]
    if not visible:
        return [0.0] * len(values[0]), [0.0] * len(keys)
    peak = max(visible)
    shares = [math.exp(score - peak) if kept else 0.0 for score, kept in zip(scores, keep, strict=True)]
    weights = [share / sum(shares) for share in shares]
    return [dot(weights, column) for column in zip(*values, strict=True)], weights


def attention(queries, keys, values, keep=None):
    shape = (*np.shape(queries)[:-1], np.shape(keys)[-2])
    keep = np.broadcast_to(True if keep is None else keep, shape)
    if np.ndim(queries) > 2:
        pairs = [attention(*parts) for parts in zip(queries, keys, values, keep, strict=True)]
    else:
        keys, values = keys.tolist(), values.tolist()
        pairs = [
            one_query(query, keys, values, row) for query, row in zip(queries.tolist(), keep.tolist(), strict=True)
        ]
    return [outputs for outputs, _ in pairs], [weights for _, weights in pairs]
