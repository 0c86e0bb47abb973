"""The leak is computed as 1 minus the other weights.

That holds only for rows that add up to 1. Add up the weights on the later words themselves.
"""

import numpy as np


def weight_on_later_words(weights):
    return 1 - np.sum(np.tril(weights), axis=1)
