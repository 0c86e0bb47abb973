"""The softmax does not use the mask.

Every key still gets weight, the future and the padding too. Replace the scores where keep is False by −∞
before exp.
"""

import numpy as np


def masked_softmax(scores, keep):
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
