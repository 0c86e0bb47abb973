"""The number of rows overflows: a numpy integer has only 64 bits.

37000⁹ needs 137 bits, and numpy silently drops what does not fit. Use Python's own int and **.
"""

import numpy as np


def table_rows(vocabulary_size, order):
    with np.errstate(all="ignore"):
        return int(np.prod(np.full(order, vocabulary_size, dtype=np.int64)))
