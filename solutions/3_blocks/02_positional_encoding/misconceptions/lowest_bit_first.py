"""binary_code writes the lowest bit on the left.

Highest bit first, as numbers are written: 1 is 0 0 0 1, and 8 is 1 0 0 0.
"""

import numpy as np


def binary_code(length, bits):
    return np.arange(length)[:, None] // 2 ** np.arange(bits) % 2
