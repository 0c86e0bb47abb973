"""The window wraps around: the first token sees the last ones as its neighbours.

A sentence is not a circle. At its ends the window is cut off. Rolled arrays and negative indices wrap around to the
other side: compare positions instead.
"""

import numpy as np


def window_pattern(length, radius):
    keep = np.zeros((length, length), bool)
    for i in range(length):
        for step in range(-radius, radius + 1):
            keep[i, (i + step) % length] = True
    return keep
