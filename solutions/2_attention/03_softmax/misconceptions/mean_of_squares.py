"""The mean of the squares is returned; the mean itself is not subtracted first.

The two agree only where the mean of q·k is 0. Subtract the mean over the pairs, or use np.var.
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dots.shape[1] + 1))
    return np.mean(dots**2, axis=0)
