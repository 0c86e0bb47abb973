"""layer_norm puts the standard deviation under the root, where the variance belongs.

The root turns the variance into the standard deviation. Use .var there, or drop the second root.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    std = x.std(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(std + eps) + beta
