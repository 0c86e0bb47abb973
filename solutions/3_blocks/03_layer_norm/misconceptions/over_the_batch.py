"""layer_norm takes mean and variance over the first axis: that is batch norm.

Take them over the last axis, so that a token's result depends on that token alone.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=0, keepdims=True)
    variance = x.var(axis=0, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
