"""positional_encoding puts the cosine in the even columns and the sine in the odd ones.

Columns 0, 2, 4, ... hold the sine. Check with position 0: it must read 0 1 0 1 0 1.
"""

import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(length)[:, None]
    column = np.arange(d_model)
    angle = position / 10000 ** ((column - column % 2) / d_model)
    return np.where(column % 2 == 0, np.cos(angle), np.sin(angle))
