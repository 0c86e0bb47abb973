"""positional_encoding counts the positions from 1.

The first word is at position 0. Its row is 0 1 0 1 0 1.
"""

import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(1, length + 1)[:, None]
    column = np.arange(d_model)
    angle = position / 10000 ** ((column - column % 2) / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
