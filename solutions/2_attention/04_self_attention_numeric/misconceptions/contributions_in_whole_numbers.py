"""The contributions are stored in an array of integers, which cuts off their fractions.

An array made like V (zeros_like, dtype=V.dtype) takes over its type. Make it an array of floats.
"""

import numpy as np


def contributions(weights, V):
    made = np.zeros((*weights.shape, V.shape[1]), dtype=V.dtype)
    made[...] = weights[:, :, None] * V[None, :, :]
    return made
