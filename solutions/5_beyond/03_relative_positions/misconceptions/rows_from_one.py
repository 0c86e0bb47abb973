"""The rows are counted from 1.

An index starts at 0: row 0 is for keys max_distance or more to the left.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    distance = position - position[:, None]
    return np.clip(distance, -max_distance, max_distance) + max_distance + 1
