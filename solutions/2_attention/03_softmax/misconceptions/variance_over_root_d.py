"""The variance is divided by √d; it is q·k that is divided by √d.

Var(C·Y) = C²·Var(Y): dividing q·k by √d divides its variance by d.
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    variances = np.var(np.cumsum(queries * keys, axis=1), axis=0)
    if scaled:
        variances = variances / np.sqrt(np.arange(1, len(variances) + 1))
    return variances
