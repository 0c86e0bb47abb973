"""In single precision, without a full sort."""

import numpy as np


def median(x):
    n = len(x)
    middle = sorted({(n - 1) // 2, n // 2})
    return np.partition(x.astype(np.float32), middle, axis=0)[middle].mean(axis=0)
