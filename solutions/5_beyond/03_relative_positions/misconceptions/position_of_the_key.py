"""The row depends only on the position of the key: that is an absolute position.

The same two words, moved together, must get the same row. Take the difference of the two positions, j − i.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    return np.tile(np.minimum(position, 2 * max_distance), (length, 1))
