import numpy as np


def window_pattern(length, radius):
    position = np.arange(length)
    ahead = position - position[:, None]
    return (ahead >= -radius) & (ahead < radius)
