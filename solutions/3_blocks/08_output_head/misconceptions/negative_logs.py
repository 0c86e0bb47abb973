"""log_probabilities returns minus the logarithms.

That is the loss of a word. A log-probability is the logarithm itself: 0 for a certain word, negative otherwise.
"""

import numpy as np


def log_probabilities(logits):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.log(np.exp(shifted).sum(axis=-1, keepdims=True)) - shifted
