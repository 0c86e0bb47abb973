# right: short numpy, float64 inside, np.where everywhere
import numpy as np


def look_ahead_mask(length):
    return np.tri(length, dtype=bool)


def padding_mask(ids, pad):
    return (np.asarray(ids) != pad)[:, None, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    e = np.where(keep, np.asarray(scores, dtype=np.float64), -np.inf)
    top = e.max(axis=-1, keepdims=True, initial=-np.inf)
    w = np.exp(e - np.where(np.isneginf(top), 0.0, top))
    total = w.sum(axis=-1, keepdims=True)
    return w / np.where(total > 0, total, 1.0)
