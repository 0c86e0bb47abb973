# wrong: the largest score is taken with the hidden ones; it shows on a hidden 20000 beside visible -20000.
import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return (np.asarray(ids) != pad)[:, None, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    scores = np.asarray(scores, dtype=float)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True)) * keep
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
