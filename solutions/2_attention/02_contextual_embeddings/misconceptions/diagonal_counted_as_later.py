"""A word's weight on itself is counted as a leak.

The word itself is known when its vector is computed. Later words start one step to the right of the diagonal: np.triu
with k=1.
"""

import numpy as np


def weight_on_later_words(weights):
    return np.sum(np.triu(weights), axis=1)
