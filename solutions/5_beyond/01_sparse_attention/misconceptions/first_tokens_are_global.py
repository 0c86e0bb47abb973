"""The first tokens are made global, as many as there are in the list, whatever positions it holds.

`tokens` holds positions. Use them as indices of rows and of columns.
"""

import numpy as np


def global_pattern(length, tokens):
    count = len(tokens)
    keep = np.zeros((length, length), bool)
    keep[:count] = True
    keep[:, :count] = True
    return keep
