"""The distance has the wrong sign: i − j instead of j − i.

Left and right are swapped. Row 0 of the tables is for keys far to the left of the query, where j − i is negative.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    return np.clip(position[:, None] - position, -max_distance, max_distance) + max_distance
