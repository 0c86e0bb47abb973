"""In a row with no visible key all keys are seen, as if none were hidden.

Adding a large negative number such as −10000 does that, since it changes no difference between hidden scores; and a
large enough hidden score still beats the visible ones. Replace the score by −∞, and treat the empty row separately.
"""

import numpy as np


def masked_softmax(scores, keep):
    scores = scores + (1.0 - keep) * -10000.0
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
