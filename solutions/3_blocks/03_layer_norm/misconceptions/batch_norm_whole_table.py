"""batch_norm takes one mean and one variance for the whole table.

Without an axis, x.mean() mixes all the features. Use axis=0: every feature has a mean and a variance of
its own.
"""

import numpy as np


def batch_norm(x, gamma, beta, eps):
    return gamma * (x - x.mean()) / np.sqrt(x.var() + eps) + beta
