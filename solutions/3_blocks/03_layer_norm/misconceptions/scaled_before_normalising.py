"""layer_norm applies gamma and beta to x before it normalises.

The normalisation then undoes much of what they did. Normalise first; gamma and beta come last.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    x = gamma * x + beta
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + eps)
