"""The number subtracted from a row is not its largest score, but, for example, the mean or the smallest.

A score far above the mean still overflows, and one score of minus infinity makes the mean and the smallest infinite.
Subtract the largest score.
"""

import numpy as np


def softmax(scores, axis=-1):
    exponentials = np.exp(scores - np.mean(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
