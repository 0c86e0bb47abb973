"""positional_encoding uses 1000 in place of 10000.

The base is 10000. At position 1 with d_model 6, column 2 must be sin(1 / 10000^(1/3)) = 0.046399, not 0.099833.
"""

import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(length)[:, None]
    column = np.arange(d_model)
    angle = position / 1000 ** ((column - column % 2) / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
