"""log_probabilities keeps the probabilities away from 0 before the logarithm, by adding a small number or clipping.

It hides the −∞, but then all very unlikely words look equally bad. Use (x − m) − log Σ exp(x − m): it needs no
patch.
"""

import numpy as np


def log_probabilities(logits):
    exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.log(exponentials / exponentials.sum(axis=-1, keepdims=True) + 1e-9)
