"""The number of rows overflows: a whole number of numpy has only 64 bits.

37000⁹ needs 137 bits, and numpy drops what does not fit without a word. Use Python's own int and **.
"""

import numpy as np


def table_rows(vocabulary_size, order):
    with np.errstate(all="ignore"):
        return int(np.prod(np.full(order, vocabulary_size, dtype=np.int64)))
