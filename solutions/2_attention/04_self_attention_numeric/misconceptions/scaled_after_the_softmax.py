"""The weights are divided by √d_k, after the softmax.

The rows then no longer add up to 1. The root belongs to the scores: divide first, then take the softmax.
"""

import numpy as np


def attention_weights(scores, d_k=None):
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
    return weights if d_k is None else weights / np.sqrt(d_k)
