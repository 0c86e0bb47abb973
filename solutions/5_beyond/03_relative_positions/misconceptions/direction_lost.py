"""The distance has no sign: two words before and two words after share a row.

Whether a word comes before or after is half of the information in a position. Use j − i as it is, not its absolute
value.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    return np.minimum(np.abs(position - position[:, None]), max_distance) + max_distance
