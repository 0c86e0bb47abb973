"""The variance of batch_norm is divided by the number of items − 1.

Batch norm divides the sum of the squared deviations by the number of items. (PyTorch uses the unbiased
variance only in its running average, for inference.)
"""

import numpy as np


def batch_norm(x, gamma, beta, eps):
    return gamma * (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0, ddof=1) + eps) + beta
