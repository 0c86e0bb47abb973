"""binary_code starts at 1.

The first row belongs to position 0 and is all zeros.
"""

import numpy as np


def binary_code(length, bits):
    return np.arange(1, length + 1)[:, None] // 2 ** np.arange(bits)[::-1] % 2
