"""A softmax is already applied: weights are returned instead of scores.

A score function ends before the softmax; of the six only location returns weights. Return the scores themselves.
"""

import numpy as np


def scaled_dot(s, h):
    exponentials = np.exp(s @ h.T / np.sqrt(h.shape[-1]))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)
