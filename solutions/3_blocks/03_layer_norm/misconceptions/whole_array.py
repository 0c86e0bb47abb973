"""layer_norm takes one mean and one variance over the whole array.

Without an axis, x.mean() mixes all tokens. Use axis=-1, keepdims=True: every token has its own mean and
variance.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    return gamma * (x - x.mean()) / np.sqrt(x.var() + eps) + beta
