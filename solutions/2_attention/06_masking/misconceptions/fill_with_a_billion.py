"""A row with no visible key gets equal weights, not zeros.

With a huge negative number in place of −∞, or NaN turned into 0 before exp, all scores of that row are equal, and
hidden keys share the weight. Use −∞, and return zeros where no key is visible.
"""

import numpy as np


def masked_softmax(scores, keep):
    scores = np.where(keep, scores, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
