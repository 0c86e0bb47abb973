# wrong: hidden scores become -1e9, which is above visible scores of -1e30, and a row without a visible key gets equal weights
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
    x = np.where(keep, scores.astype(np.float64), -1e9)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
