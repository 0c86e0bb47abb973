"""probabilities changes the logits it was given.

`logits -= ...` writes into the caller's array. Write shifted = logits - ..., which makes a new one.
"""

import numpy as np


def probabilities(logits):
    logits -= logits.max(axis=-1, keepdims=True)
    exponentials = np.exp(logits)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)
