import numpy as np


def relative_index(length, max_distance):
    position = np.arange(length)
    distance = position - position[:, None]
    return np.clip(distance + max_distance, -max_distance, max_distance)
