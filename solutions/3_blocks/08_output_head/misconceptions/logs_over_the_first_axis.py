"""log_probabilities normalises over the first axis, whatever it is.

At each position the words share the probability. They are the last axis: axis=-1, dim=-1.
"""

import numpy as np


def log_probabilities(logits):
    shifted = logits - logits.max(axis=0, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=0, keepdims=True))
