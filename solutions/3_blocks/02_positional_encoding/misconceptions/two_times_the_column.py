"""The exponent is 2j / d_model, with j the number of the column.

In 2i / d_model, i counts the pairs: 2i is already the number of the even column. PE(pos, i), as it is sometimes
written, leads to this reading; the formula is PE(pos, 2i).
"""

import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(length)[:, None]
    column = np.arange(d_model)
    angle = position / 10000 ** (2 * column / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
