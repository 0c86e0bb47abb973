"""The exponentials of hidden scores are computed first and multiplied by the mask afterwards.

exp of a large hidden score is infinite, and ∞ · 0 is NaN. Replace hidden scores by −∞ before exp, and subtract the
row's largest visible score.
"""

import numpy as np


def masked_softmax(scores, keep):
    weights = np.exp(scores) * keep
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
