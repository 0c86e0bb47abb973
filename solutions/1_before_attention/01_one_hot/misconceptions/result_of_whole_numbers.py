"""The result has the type of an argument, so that with whole numbers in it the result is truncated.

np.zeros_like(rows) and dtype=rows.dtype take over the type as well. Make the result of floats, or multiply with
rows @ matrix.
"""

import numpy as np


def lookup(rows, matrix):
    result = np.zeros((len(rows), matrix.shape[1]), dtype=rows.dtype)
    for n, row in enumerate(rows):
        result[n] = row @ matrix
    return result
