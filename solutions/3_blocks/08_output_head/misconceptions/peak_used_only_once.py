"""log_probabilities subtracts the largest logit in one place only: the result is off by it, or overflows.

The same m must be subtracted in both, the logits and the sum: (x − m) − log Σ exp(x − m).
"""

import numpy as np


def log_probabilities(logits):
    peak = logits.max(axis=-1, keepdims=True)
    return logits - np.log(np.exp(logits - peak).sum(axis=-1, keepdims=True))
