"""The mask is written into the caller's scores.

The weights are right, but whoever uses the scores again finds −∞ in them. Make a new array: np.where does,
and so does scores + mask, but scores += mask does not.
"""

import numpy as np


def masked_softmax(scores, keep):
    scores += np.where(keep, 0.0, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
