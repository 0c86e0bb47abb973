"""probabilities divides by the sum over all positions.

Each position has a distribution of its own. Sum over the last axis only, with keepdims=True.
"""

import numpy as np


def probabilities(logits):
    exponentials = np.exp(logits - logits.max())
    return exponentials / exponentials.sum()
