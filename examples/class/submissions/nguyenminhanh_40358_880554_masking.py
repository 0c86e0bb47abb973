import numpy as np


def look_ahead_mask(length):
    i = np.arange(length)
    return i[:, None] >= i[None, :]


def padding_mask(ids, pad):
    return np.expand_dims(np.asarray(ids) != pad, 1)


def combine(look_ahead, padding):
    return np.logical_and(look_ahead[None, :, :], padding)


def additive(mask):
    m = np.zeros(mask.shape)
    m[~mask] = -np.inf
    return m


def masked_softmax(scores, keep):
    hidden = np.where(keep, scores, -np.inf)
    e = np.exp(hidden - hidden.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
