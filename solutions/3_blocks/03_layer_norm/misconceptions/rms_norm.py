"""layer_norm does not subtract the mean: it divides by the root of the mean square.

That is RMS norm, a later variant. Layer norm centres first: subtract the token's mean, then divide by
√(σ² + ε).
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean_square = (x**2).mean(axis=-1, keepdims=True)
    return gamma * x / np.sqrt(mean_square + eps) + beta
