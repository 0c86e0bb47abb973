"""Hidden keys get a large negative score, which is not low enough where the visible ones are lower still.

Only −∞ is below every score: np.where(keep, scores, -np.inf).
"""

import numpy as np
from solution import relative_index, relative_scores, relative_values


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    visible = np.broadcast_to(True if keep is None else keep, scores.shape)
    scores = np.where(visible, scores, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True) * visible.any(axis=-1, keepdims=True)
    return relative_values(weights, values, value_table, index), weights
