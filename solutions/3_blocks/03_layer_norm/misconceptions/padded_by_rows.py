"""padded_statistics takes mean and variance over each row.

Batch norm looks at one feature of all rows: reduce over axis 0, and return one number per feature.
"""

import numpy as np


def padded_statistics(x, n_pad):
    padded = np.concatenate([x, np.zeros((n_pad, x.shape[1]))])
    return padded.mean(axis=-1), padded.var(axis=-1)
