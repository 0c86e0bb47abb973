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
    keep = np.broadcast_to(keep, scores.shape)
    peak = np.max(scores, axis=-1, keepdims=True, where=keep, initial=-np.inf)
    weights = np.exp(scores - peak, where=keep, out=np.zeros(scores.shape))
    total = weights.sum(axis=-1, keepdims=True)
    return np.divide(weights, total, where=total > 0, out=np.zeros(scores.shape))
