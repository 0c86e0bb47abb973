"""layer_norm adds eps to the standard deviation, outside the root.

Add it to the variance first and take the root of the sum: √(σ² + ε), not √σ² + ε.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    std = np.sqrt(x.var(axis=-1, keepdims=True))
    return gamma * (x - mean) / (std + eps) + beta
