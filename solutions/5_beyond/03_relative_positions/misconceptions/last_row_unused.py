"""The distance is clipped to max_distance − 1 on the right, so the last row of the tables is never used.

np.clip includes both bounds, and there are 2·max_distance + 1 rows: clip to −max_distance and max_distance.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    distance = position - position[:, None]
    return np.clip(distance, -max_distance, max(max_distance - 1, 0)) + max_distance
