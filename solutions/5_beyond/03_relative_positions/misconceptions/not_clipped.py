"""The distances are not clipped, so they need more rows than the tables have.

Every length would need its own table. Clip j − i to the range from −max_distance to max_distance first: beyond
it, all distances are alike.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    return position - position[:, None] + length - 1
