"""log_probabilities normalises over the positions.

At each position the words share the probability. Use the last axis for the maximum and for the sum.
"""

import numpy as np


def log_probabilities(logits):
    shifted = logits - logits.max(axis=-2, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-2, keepdims=True))
