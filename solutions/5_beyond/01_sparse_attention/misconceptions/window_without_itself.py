"""The window leaves out the token itself.

A distance of 0 is inside every window: keep the diagonal.
"""

import numpy as np


def window_pattern(length, radius):
    position = np.arange(length)
    distance = np.abs(position[:, None] - position)
    return (distance > 0) & (distance <= radius)
