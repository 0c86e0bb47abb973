"""The weights of the whole array add up to 1, not those of each row.

Every row is a distribution of its own: give the sum the axis, and keepdims=True.
"""

import numpy as np


def softmax(scores, axis=-1):
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / np.sum(exponentials)
