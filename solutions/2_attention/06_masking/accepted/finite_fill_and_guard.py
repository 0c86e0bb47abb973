"""The lowest finite number in place of -inf, and the hidden weights cleared before the sum."""

import numpy as np


def look_ahead_mask(length):
    mask = np.zeros((length, length), dtype=bool)
    mask[np.tril_indices(length)] = True
    return mask


def padding_mask(ids, pad):
    batch, length = np.shape(ids)
    return (ids != pad).reshape(batch, 1, length)


def combine(look_ahead, padding):
    return np.minimum(look_ahead, padding)


def additive(mask):
    return np.select([mask], [0.0], default=-np.inf)


def masked_softmax(scores, keep):
    filled = np.where(keep, scores, np.finfo(scores.dtype).min)
    with np.errstate(over="ignore"):
        weights = np.exp(filled - filled.max(axis=-1, keepdims=True)) * keep
    return weights / np.maximum(weights.sum(axis=-1, keepdims=True), 0.5)
