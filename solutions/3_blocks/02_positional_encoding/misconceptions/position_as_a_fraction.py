"""The position is divided by the length of the table.

Then a step means something different in every sentence. Use the plain number 0, 1, 2, ...: a position has one code,
whatever the length.
"""

import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(length)[:, None] / length
    column = np.arange(d_model)
    angle = position / 10000 ** ((column - column % 2) / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
