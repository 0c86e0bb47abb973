import numpy as np


def lookup(rows, matrix):
    with np.errstate(all="ignore"):
        return rows @ matrix / rows.sum(axis=-1, keepdims=True)
