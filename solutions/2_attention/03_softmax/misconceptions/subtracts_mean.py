"""The mean of the row is subtracted, not its maximum.

A score far above the mean still overflows, and one score of minus infinity makes the mean infinite.
Subtract the largest score.
"""

import numpy as np


def softmax(scores, axis=-1):
    exponentials = np.exp(scores - np.mean(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
