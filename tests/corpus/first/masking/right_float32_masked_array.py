# right: numpy reductions with where=, float32 inside, masks written with index arithmetic and lookup tables
import numpy as np

_TABLE = np.array([-np.inf, 0.0], dtype=np.float32)


def look_ahead_mask(length):
    flat = np.arange(length * length)
    return (flat % max(length, 1) <= flat // max(length, 1)).reshape(length, length)


def padding_mask(ids, pad):
    return np.logical_not(np.equal(ids, pad))[:, np.newaxis]


def combine(look_ahead, padding):
    return np.multiply(look_ahead[np.newaxis], padding, dtype=bool)


def additive(mask):
    return _TABLE[np.asarray(mask).astype(np.intp)]


def masked_softmax(scores, keep):
    s = np.asarray(scores).astype(np.float32)
    keep = np.broadcast_to(keep, s.shape)
    top = np.max(s, axis=-1, keepdims=True, where=keep, initial=-np.inf)
    w = np.zeros(s.shape, dtype=np.float32)
    shifted = np.zeros(s.shape, dtype=np.float32)
    np.subtract(s, top, out=shifted, where=keep)
    np.exp(shifted, out=w, where=keep)
    total = np.sum(w, axis=-1, keepdims=True)
    np.divide(w, total, out=w, where=keep)
    return w
