# right: numpy with float32 weights and a float16 additive mask; the gap to the largest visible score is taken in double precision, the largest by max(where=…).
import numpy as np


def look_ahead_mask(length):
    return np.arange(length)[:, None] >= np.arange(length)


def padding_mask(ids, pad):
    return np.not_equal(ids, pad)[:, None]


def combine(look_ahead, padding):
    return np.logical_and.reduce(np.broadcast_arrays(look_ahead[None], padding))


def additive(mask):
    values = np.array([-np.inf, 0], dtype=np.float16)
    return values[np.asarray(mask).astype(np.intp)]


def masked_softmax(scores, keep):
    wide = scores.astype(np.float64)
    visible = np.broadcast_to(keep, wide.shape)
    best = wide.max(axis=-1, keepdims=True, where=visible, initial=-np.inf)
    gap = np.subtract(wide, best, where=visible, out=np.zeros_like(wide))
    e = np.exp(gap, where=visible, out=np.zeros_like(wide))
    total = e.sum(axis=-1, keepdims=True)
    share = np.divide(e, total, where=total > 0, out=np.zeros_like(e))
    return share.astype(np.float32)
