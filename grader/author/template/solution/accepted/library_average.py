"""numpy's own operator."""

import numpy as np


def weighted_mean(x, weights):
    return np.average(x, axis=0, weights=weights)
