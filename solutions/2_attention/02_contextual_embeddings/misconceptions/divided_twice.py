"""The average is divided once more, by the number of meanings.

The shares of the counts add up to 1, so the sum of share · meaning is the average already. Use sum, not mean.
"""

import numpy as np


def static_embedding(meanings, counts):
    shares = counts / counts.sum()
    return np.mean(shares[:, None] * meanings, axis=0)
