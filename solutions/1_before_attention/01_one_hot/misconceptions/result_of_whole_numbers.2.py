import numpy as np


def lookup(rows, matrix):
    result = np.zeros((len(rows), matrix.shape[1]), dtype=matrix.dtype)
    for n, row in enumerate(rows):
        result[n] = row @ matrix
    return result
