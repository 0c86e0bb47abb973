"""probabilities squeezes each logit by itself with a sigmoid.

Words exclude each other at a position, so their probabilities must add to 1. Use the softmax over the vocabulary.
"""

import numpy as np


def probabilities(logits):
    return np.where(logits > 0, 1 / (1 + np.exp(-np.abs(logits))), 1 - 1 / (1 + np.exp(-np.abs(logits))))
