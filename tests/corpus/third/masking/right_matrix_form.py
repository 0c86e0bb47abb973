# right: the matrix form W = softmax(scores + M) with M = additive(keep), helper class, key axis in front; arrays handed back are read-only or transposed views.
import numpy as np


class Row:
    """Softmax over axis 0 of scores that may hold -inf; a column of -inf only gives zeros."""

    @staticmethod
    def softmax(s):
        log_total = np.logaddexp.reduce(s, axis=0)
        nothing = np.isneginf(log_total)
        return np.exp(s - np.where(nothing, 0.0, log_total))


def look_ahead_mask(length):
    return np.triu(np.ones((length, length), dtype=bool)).T


def padding_mask(ids, pad):
    return np.swapaxes((np.asarray(ids) != pad)[..., None], 1, 2)


def combine(look_ahead, padding):
    hidden = ~look_ahead[None] | ~padding
    return ~hidden


def additive(mask):
    m = np.where(mask, 0.0, -np.inf)
    m.setflags(write=False)
    return m


def masked_softmax(scores, keep):
    s = np.longdouble(1) * np.asarray(scores) + np.broadcast_to(additive(keep), np.shape(scores))
    top = np.max(s, axis=-1, keepdims=True)
    s = np.moveaxis(s - np.where(np.isneginf(top), 0, top), -1, 0)
    return np.moveaxis(Row.softmax(s), 0, -1).astype(np.float64)
