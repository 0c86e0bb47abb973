"""Every query is paired with every key; the task pairs row n with row n.

Q Kᵀ gives all combinations. Multiply queries and keys element by element and add along the dimensions.
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    variances = []
    for d in range(1, queries.shape[1] + 1):
        dots = queries[:, :d] @ keys[:, :d].T
        variances.append(np.var(dots / np.sqrt(d) if scaled else dots))
    return np.array(variances)
