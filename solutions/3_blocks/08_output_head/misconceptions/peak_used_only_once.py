"""log_probabilities subtracts the largest logit inside the sum, but not from the logits outside it.

The same m must go from both: (x − m) − log Σ exp(x − m).
"""

import numpy as np


def log_probabilities(logits):
    peak = logits.max(axis=-1, keepdims=True)
    return logits - np.log(np.exp(logits - peak).sum(axis=-1, keepdims=True))
