"""batch_norm normalises, but does not use gamma and beta.

It is the formula of layer norm down a column: γ · normalised + β for each feature.
"""

import numpy as np


def batch_norm(x, gamma, beta, eps):
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)
