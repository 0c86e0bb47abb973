"""layer_norm gives the right result, but overwrites the array it was given.

x -= mean works in the caller's own memory. Write x = x - mean, which makes a new array.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    x -= x.mean(axis=-1, keepdims=True)
    x /= np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
    return gamma * x + beta
