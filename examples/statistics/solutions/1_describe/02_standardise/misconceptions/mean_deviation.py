"""The scores are divided by the mean distance from the mean.

The standard deviation is the root of the mean of the squares.
"""

import numpy as np


def standardise(x):
    centred = x - x.mean(axis=0)
    spread = np.abs(centred).mean(axis=0)
    return centred / np.where(spread > 0, spread, 1.0)
