"""The softmax hides where keep is True, and shows what should be hidden.

True means keep in this course. Swap the two cases: the score where keep is True, −∞ elsewhere.
"""

import numpy as np


def masked_softmax(scores, keep):
    visible = np.where(keep, -np.inf, scores)
    peak = visible.max(axis=-1, keepdims=True)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
