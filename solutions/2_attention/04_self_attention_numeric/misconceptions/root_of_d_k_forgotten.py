"""The scores are divided by d_k, not by its square root.

Divide by np.sqrt(d_k). Dividing by d_k makes the weights almost equal.
"""

import numpy as np


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / d_k
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)
