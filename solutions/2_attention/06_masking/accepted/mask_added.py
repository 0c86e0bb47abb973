"""The printed form: add the 0/-inf matrix, take the softmax, and turn the NaN of an empty row into zeros."""

import numpy as np


def look_ahead_mask(length):
    return np.tri(length, dtype=bool)


def padding_mask(ids, pad):
    return ~(np.asarray(ids) == pad)[:, np.newaxis]


def combine(look_ahead, padding):
    return look_ahead * padding


def additive(mask):
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(mask, dtype=float))


def masked_softmax(scores, keep):
    masked = scores + additive(keep)
    with np.errstate(invalid="ignore"):
        weights = np.exp(masked - masked.max(axis=-1, keepdims=True))
        return np.nan_to_num(weights / weights.sum(axis=-1, keepdims=True))
