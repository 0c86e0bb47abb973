"""The frequencies run from 1 down to exactly 1/10000: the exponent is divided by one less than the number of pairs.

The last pair has 2i = d_model − 2, so its exponent stays under 1. Use 2i / d_model, not i / (pairs − 1).
"""

import numpy as np


def positional_encoding(length, d_model):
    pairs = (d_model + 1) // 2
    speed = np.logspace(0, -4, pairs)
    angle = np.arange(length)[:, None] * np.repeat(speed, 2)[:d_model]
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))
