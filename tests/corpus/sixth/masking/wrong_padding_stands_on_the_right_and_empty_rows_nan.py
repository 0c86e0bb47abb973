# wrong: padding_mask counts the real tokens and takes the first ones as real, and masked_softmax gives NaN in empty rows; it shows on padding on the left.
import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    lengths = (ids != pad).sum(axis=1)
    return (np.arange(ids.shape[1]) < lengths[:, None])[:, None, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    scores = np.where(keep, np.asarray(scores, dtype=float), -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
