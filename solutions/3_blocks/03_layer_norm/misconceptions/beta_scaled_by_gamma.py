"""layer_norm adds beta before it multiplies by gamma, so that beta is scaled too.

γ · normalised + β: the product first. β alone is what a token becomes whose features are all equal.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * ((x - mean) / np.sqrt(variance + eps) + beta)
