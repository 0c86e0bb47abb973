"""max_distance is not added, so keys to the left get negative rows.

An index from −max_distance to −1 counts from the table's end: left looks like right. Clip, then add max_distance.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    distance = position - position[:, None]
    return np.clip(distance, -max_distance, max_distance)
