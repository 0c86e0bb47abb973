"""log_probabilities uses logarithms to base 2.

Here log is the natural logarithm, np.log, the inverse of exp.
"""

import numpy as np


def log_probabilities(logits):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return (shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))) / np.log(2)
