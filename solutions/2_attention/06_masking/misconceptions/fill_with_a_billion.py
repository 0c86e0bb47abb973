"""A huge negative number, such as −1e9, stands in for −∞, and a row with nothing left is forgotten.

All scores of that row are then equal, so hidden keys share the weight. Use −∞, and return zeros where no key
is visible.
"""

import numpy as np


def masked_softmax(scores, keep):
    scores = np.where(keep, scores, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
