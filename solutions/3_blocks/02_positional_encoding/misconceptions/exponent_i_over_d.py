"""The exponent is i / d_model, with i the number of the pair: the 2 is missing.

It is 2i / d_model. With d_model 6 the exponents are 0, 1/3 and 2/3, not 0, 1/6 and 1/3.
"""

import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(length)[:, None]
    column = np.arange(d_model)
    angle = position / 10000 ** (column // 2 / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
