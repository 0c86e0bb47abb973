"""layer_norm leaves eps out.

A token whose features are all equal has variance 0, and 0/0 is NaN. Divide by √(σ² + ε).
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    std = np.sqrt(x.var(axis=-1, keepdims=True))
    return gamma * (x - mean) / std + beta
