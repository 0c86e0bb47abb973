"""layer_norm multiplies by beta and adds gamma.

gamma is the factor, beta the shift: γ · normalised + β.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    normalised = (x - mean) / np.sqrt(variance + eps)
    return beta * normalised + gamma
