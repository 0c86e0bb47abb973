"""padded_statistics returns the standard deviation instead of the variance.

Return the mean of the squared deviations itself, without the root.
"""

import numpy as np


def padded_statistics(x, n_pad):
    padded = np.concatenate([x, np.zeros((n_pad, x.shape[1]))])
    return padded.mean(axis=0), padded.std(axis=0)
