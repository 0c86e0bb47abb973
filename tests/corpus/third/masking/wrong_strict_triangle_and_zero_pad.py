# wrong: two mistakes: look_ahead_mask hides the diagonal too (j >= i), and padding_mask compares with 0 and ignores `pad`; shows for every length and for a padding id other than 0.
import numpy as np


def look_ahead_mask(length):
    return np.tri(length, k=-1, dtype=bool)


def padding_mask(ids, pad):
    return (ids != 0)[:, np.newaxis, :]


def combine(look_ahead, padding):
    return look_ahead[np.newaxis] & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    s = np.where(keep, scores.astype(np.float64), -np.inf)
    m = s.max(axis=-1, keepdims=True)
    m[np.isneginf(m)] = 0
    e = np.exp(s - m)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
