"""A query that sees nothing gets the mean of all values.

That happens when hidden scores are replaced by one large negative number: in a row of hidden keys they are all equal.
A query that sees nothing gets zeros.
"""

import numpy as np
from solution import sparse_attention as right


def sparse_attention(queries, keys, values, keep, compare):
    outputs = right(queries, keys, values, keep, compare)
    return np.where(keep.any(axis=1, keepdims=True), outputs, values.mean(axis=0))
