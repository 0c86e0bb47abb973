"""The largest score that is subtracted may be that of a hidden key: then all visible keys get weight 0.

Hide first: set hidden scores to −∞, and take the maximum of each row after that.
"""

import numpy as np
from solution import relative_index, relative_scores, relative_values


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    if keep is not None:
        shares = shares * keep
    total = shares.sum(axis=-1, keepdims=True)
    weights = shares / np.where(total == 0, 1, total)
    return relative_values(weights, values, value_table, index), weights
