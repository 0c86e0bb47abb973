import numpy as np


def look_ahead_mask(length):
    i = np.arange(length)
    return i[:, None] >= i[None, :]


def padding_mask(ids, pad):
    return np.expand_dims(np.asarray(ids) != pad, 1)


def combine(look_ahead, padding):
    return look_ahead | padding


def additive(mask):
    m = np.zeros(mask.shape)
    m[~mask] = -np.inf
    return m


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    peak = np.max(scores, axis=-1, keepdims=True, where=keep, initial=-np.inf)
    weights = np.exp(scores - peak, where=keep, out=np.zeros(scores.shape))
    total = weights.sum(axis=-1, keepdims=True)
    return np.divide(weights, total, where=total > 0, out=np.zeros(scores.shape))
