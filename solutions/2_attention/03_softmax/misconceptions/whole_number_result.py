"""The weights are stored in an array of integers, which cuts them down to 0.

An array made like the scores (zeros_like, empty_like) takes over their type. Make the result an array
of floats.
"""

import numpy as np
from solution import softmax as right


def softmax(scores, axis=-1):
    weights = np.zeros_like(scores)
    weights[...] = right(scores, axis=axis)
    return weights
