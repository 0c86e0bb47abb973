"""probabilities normalises over the positions: they add to 1 for each word.

At each position one word must be chosen, so the words share the 1. Use the last axis.
"""

import numpy as np


def probabilities(logits):
    exponentials = np.exp(logits - logits.max(axis=-2, keepdims=True))
    return exponentials / exponentials.sum(axis=-2, keepdims=True)
