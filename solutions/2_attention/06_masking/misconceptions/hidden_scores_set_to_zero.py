"""Hidden scores are set to 0, and exp(0) is 1.

A hidden key still weighs as much as any key with score 0. What must exp see so that it gives 0? Use −∞.
"""

import numpy as np


def masked_softmax(scores, keep):
    scores = scores * keep
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
