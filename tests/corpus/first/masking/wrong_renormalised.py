# wrong: masked_softmax takes the softmax of all scores, zeroes and renormalises; visible -20000 beside hidden +20000 underflow to all zeros
import numpy as np


def look_ahead_mask(length):
    return np.tri(length, dtype=bool)


def padding_mask(ids, pad):
    return np.where(ids == pad, False, True)[:, None, :]


def combine(look_ahead, padding):
    return padding & look_ahead


def additive(mask):
    return np.where(mask, 0.0, float("-inf"))


def _softmax(x):
    x = x - np.max(x, axis=-1, keepdims=True)
    return np.exp(x) / np.sum(np.exp(x), axis=-1, keepdims=True)


def masked_softmax(scores, keep):
    weights = _softmax(np.asarray(scores, dtype=np.float64))
    weights = weights * keep
    total = weights.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    return weights / total
