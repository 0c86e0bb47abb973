"""probabilities normalises over the positions: they add up to 1 for each word.

At each position the probabilities of the words add up to 1. Use the last axis.
"""

import numpy as np


def probabilities(logits):
    exponentials = np.exp(logits - logits.max(axis=-2, keepdims=True))
    return exponentials / exponentials.sum(axis=-2, keepdims=True)
