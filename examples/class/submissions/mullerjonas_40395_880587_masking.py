import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return (ids != pad)[:, None, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights * keep
