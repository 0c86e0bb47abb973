"""The variance of batch_norm is divided by the number of items − 1.

Batch norm normalises with the plain mean of the squares, divided by the number of items. (PyTorch keeps
the other one, but only in the running average for later use.)
"""

import numpy as np


def batch_norm(x, gamma, beta, eps):
    return gamma * (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0, ddof=1) + eps) + beta
