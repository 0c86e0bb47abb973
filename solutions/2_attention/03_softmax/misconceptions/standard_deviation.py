"""The standard deviation is returned instead of the variance.

The variance is its square, and it is the variance that grows in proportion to d. Use np.var.
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dots.shape[1] + 1))
    return np.std(dots, axis=0)
