"""Distances beyond max_distance wrap around to the other end of the table.

That is what a remainder (%) or a negative index does: a key far to the left looks like one on the right. Clip instead.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    return (position - position[:, None] + max_distance) % (2 * max_distance + 1)
