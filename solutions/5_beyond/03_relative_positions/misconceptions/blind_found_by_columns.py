"""Queries that see nothing are searched along the wrong axis: a key that no query sees makes a query blind.

keep has the axes (…, query, key). A query is blind if no key is visible: keep.any(axis=-1).
"""

import numpy as np
from solution import relative_index, relative_scores, relative_values


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    keep = np.broadcast_to(True if keep is None else keep, scores.shape)
    scores = np.where(keep, scores, -1e300)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    weights[~keep.any(axis=-2)] = 0
    return relative_values(weights, values, value_table, index), weights
