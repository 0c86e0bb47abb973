"""The weights go through a softmax first.

They are weights already: divide by their sum instead.
"""

import numpy as np


def weighted_mean(x, weights):
    soft = np.exp(weights) / np.exp(weights).sum()
    return soft @ x
