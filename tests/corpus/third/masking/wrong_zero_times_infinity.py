# wrong: two mistakes: additive multiplies (1 - mask) by -inf, which is NaN at every kept key, and combine keeps where either mask keeps (|); shows for any mask with a True and for any padding.
import numpy as np


def look_ahead_mask(length):
    return np.tril(np.full((length, length), True))


def padding_mask(ids, pad):
    return (ids != pad)[:, np.newaxis, :]


def combine(look_ahead, padding):
    return look_ahead | padding


def additive(mask):
    return (1.0 - mask) * -np.inf


def masked_softmax(scores, keep):
    s = scores.astype("float64")
    top = np.max(s, axis=-1, keepdims=True, where=np.broadcast_to(keep, s.shape), initial=-np.finfo(float).max)
    gap = np.where(keep, s - top, -np.inf)
    e = np.exp(gap)
    n = e.sum(-1, keepdims=True)
    return e / (n + (n == 0))
