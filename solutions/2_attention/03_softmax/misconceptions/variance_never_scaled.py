"""The variance is the same with and without scaled=True.

With scaled=True divide each q·k by √d, where d is the number of dimensions it uses, before taking the variance.
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    return np.var(np.cumsum(queries * keys, axis=1), axis=0)
