# wrong: masked_softmax fills hidden scores with -10000; wrong where visible scores are near or below -10000
import numpy as np

HIDDEN = -10000.0


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return (ids != pad)[:, np.newaxis, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    x = np.where(keep, scores.astype(np.float32), HIDDEN)
    x = x - x.max(axis=-1, keepdims=True)
    e = np.exp(x)
    weights = e / e.sum(axis=-1, keepdims=True)
    seen = np.any(np.broadcast_to(keep, scores.shape), axis=-1, keepdims=True)
    return weights * seen
