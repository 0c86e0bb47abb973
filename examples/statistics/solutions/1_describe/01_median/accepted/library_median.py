"""numpy's own operator."""

import numpy as np


def median(x):
    return np.median(x, axis=0)
