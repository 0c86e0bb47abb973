"""The shares are written into the caller's counts.

The weights are right, but whoever needs the counts again finds shares. Write counts = counts / length, which
makes a new array, not counts /= length.
"""

import numpy as np


def tf_idf(counts, rarity):
    counts /= np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return counts * rarity
