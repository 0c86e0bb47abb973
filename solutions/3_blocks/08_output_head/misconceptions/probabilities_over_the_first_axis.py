"""probabilities normalises over the first axis, whatever it is.

At each position the probabilities of the words add up to 1. The words are the last axis: axis=-1, dim=-1.
"""

import numpy as np


def probabilities(logits):
    exponentials = np.exp(logits - logits.max(axis=0, keepdims=True))
    return exponentials / exponentials.sum(axis=0, keepdims=True)
