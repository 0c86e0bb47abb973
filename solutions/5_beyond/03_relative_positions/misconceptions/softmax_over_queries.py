"""The softmax runs over the queries: the weights of a query do not add up to 1.

The weights of each query add up to 1 over the keys, the last axis of the scores.
"""

import numpy as np
from solution import relative_index, relative_scores, relative_values


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-2, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-2, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return relative_values(weights, values, value_table, index), weights
