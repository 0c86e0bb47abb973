"""True is taken to mean hide in all the masks, as in some libraries.

In this course True means keep. Invert every mask: the lower triangle is True, real tokens are True, and both masks must
keep.
"""

import numpy as np


def look_ahead_mask(length):
    return np.triu(np.ones((length, length), bool), k=1)


def padding_mask(ids, pad):
    return (np.asarray(ids) == pad)[:, None, :]


def combine(look_ahead, padding):
    return look_ahead | padding


def additive(mask):
    return np.where(mask, -np.inf, 0.0)


def masked_softmax(scores, keep):
    visible = np.where(keep, -np.inf, scores)
    peak = visible.max(axis=-1, keepdims=True)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
