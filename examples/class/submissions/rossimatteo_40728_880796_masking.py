import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return np.expand_dims(np.asarray(ids) != pad, 1)


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    hidden = np.where(keep, scores, -np.inf)
    top = hidden.max(axis=-1, keepdims=True)
    top = np.where(np.isneginf(top), 0, top)
    e = np.exp(hidden - top)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
