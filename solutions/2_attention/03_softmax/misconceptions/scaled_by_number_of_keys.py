"""The square root is that of the number of keys, not of their width.

d_k is how many numbers one query or key has: the length of the last axis, not of the one before.
"""

import numpy as np


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(keys.shape[-2])
