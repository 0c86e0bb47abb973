"""The shift by max_distance comes before the clipping, with the bounds of the unshifted distance.

clip(j − i + max_distance, …, max_distance) gives everything to the right of the token the same row. Clip j − i
first, then add max_distance.
"""

import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    return np.clip(position - position[:, None] + max_distance, 0, max_distance)
