"""d_k is read from axis 1, which is the width of a key only when there is no batch.

With leading axes, axis 1 holds the keys or the heads. Count from the end: the width is the length of the last axis.
"""

import numpy as np


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[1])
