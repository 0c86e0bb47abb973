"""This is the median of the whole table, for every column.

Sort along the items only: axis=0.
"""

import numpy as np


def median(x):
    return np.full(x.shape[1], np.median(x))
