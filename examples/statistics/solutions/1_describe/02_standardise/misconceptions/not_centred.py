"""The mean is not subtracted.

A score is a distance from the mean: subtract it first.
"""

import numpy as np


def standardise(x):
    sd = x.std(axis=0)
    return x / np.where(sd > 0, sd, 1.0)
