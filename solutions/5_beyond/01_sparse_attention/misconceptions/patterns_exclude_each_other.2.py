import numpy as np


def union(patterns):
    return np.logical_xor.reduce(patterns)
