# wrong: masked_softmax hides by multiplying with the mask (score 0), no maximum subtracted; combine uses or; most inputs
import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return (ids != pad)[:, np.newaxis, :]


def combine(look_ahead, padding):
    return np.logical_or(look_ahead, padding)


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    visible = scores.astype(np.float64) * keep
    e = np.exp(visible)
    weights = e / e.sum(axis=-1, keepdims=True)
    return np.where(keep.any(axis=-1, keepdims=True), weights, 0)
