"""The mask to add is computed by multiplying with −∞, and 0 · ∞ is NaN.

The kept entries become NaN instead of 0. Choose between the two values: np.where(mask, 0.0, -np.inf).
"""

import numpy as np


def additive(mask):
    return (1 - np.asarray(mask)) * -np.inf
