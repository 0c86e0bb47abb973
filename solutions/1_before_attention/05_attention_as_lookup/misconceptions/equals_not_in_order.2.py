import numpy as np


def ranked(matches):
    return np.argsort(matches)[::-1]
