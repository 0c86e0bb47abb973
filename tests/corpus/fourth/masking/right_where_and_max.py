# right: numpy: float64, -inf by np.where, the maximum made finite where nothing is visible
import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return (np.asarray(ids) != pad)[:, None, :]


def combine(look_ahead, padding):
    return look_ahead[None, :, :] & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    e = np.where(keep, np.asarray(scores, dtype=np.float64), -np.inf)
    top = e.max(axis=-1, keepdims=True)
    e = np.exp(e - np.where(np.isfinite(top), top, 0.0))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1.0)
