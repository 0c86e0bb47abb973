"""In single precision."""

import numpy as np


def weighted_mean(x, weights):
    x, weights = x.astype(np.float32), weights.astype(np.float32)
    return weights @ x / weights.sum()
