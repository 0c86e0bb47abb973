# wrong: the largest visible score starts at 0; it shows on a row whose visible scores are all near -20000.
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
    keep = np.broadcast_to(keep, scores.shape)
    top = np.max(scores, axis=-1, keepdims=True, where=keep, initial=0)
    e = np.where(keep, np.exp(np.where(keep, scores - top, 0)), 0)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
