"""layer_norm normalises, but does not use gamma and beta.

Multiply the normalised values by gamma and add beta. With gamma 1 and beta 0 the difference cannot be
seen.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + eps)
