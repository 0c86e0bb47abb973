"""Hidden scores are replaced by a number that is not small enough, such as −20.

It hides a key only as long as the visible scores are larger. Use −∞, which is below every score.
"""

import numpy as np


def masked_softmax(scores, keep):
    scores = np.where(keep, scores, -20.0)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
