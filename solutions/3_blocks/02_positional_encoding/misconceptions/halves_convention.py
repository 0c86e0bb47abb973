"""All sines are in the left half of the table and all cosines in the right half.

Many programs use this halves convention, and a model can learn with either. Here sine and cosine alternate: column 2i
is a sine, column 2i + 1 the cosine of the same angle.
"""

import numpy as np


def positional_encoding(length, d_model):
    pairs = (d_model + 1) // 2
    angle = np.arange(length)[:, None] / 10000 ** (2 * np.arange(pairs) / d_model)
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)[:, :d_model]
