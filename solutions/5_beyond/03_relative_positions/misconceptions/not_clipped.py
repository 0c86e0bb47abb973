"""The distances are not clipped, so there are more rows asked for than the tables have.

Every length would need its own table. Clip j − i to the range from −max_distance to max_distance first: beyond it, far
is far.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    return position - position[:, None] + length - 1
