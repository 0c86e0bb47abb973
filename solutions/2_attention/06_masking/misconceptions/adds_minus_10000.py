"""A large negative number, such as −10000, is added to hidden scores instead of −∞.

A large enough hidden score still beats the visible ones, and in a row with nothing left the hidden keys share
the weight. Put −∞ in the place of the score, and treat the empty row apart.
"""

import numpy as np


def masked_softmax(scores, keep):
    scores = scores + (1.0 - keep) * -10000.0
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
