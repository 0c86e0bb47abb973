# wrong: masked_softmax saves empty rows by adding 1e-9 to the sum, which is 0 in float16; an empty row of float16 scores gives NaN
import numpy as np


def look_ahead_mask(length):
    i = np.arange(length)
    return i[None, :] <= i[:, None]


def padding_mask(ids, pad):
    return np.asarray(ids != pad)[:, None, :]


def combine(look_ahead, padding):
    return np.einsum("qk,bok->bqk", look_ahead, padding)


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    s = np.where(keep, scores, -np.inf)
    top = s.max(axis=-1, keepdims=True)
    top = np.where(np.isinf(top), 0, top)
    e = np.exp(s - top)
    return e / (e.sum(axis=-1, keepdims=True) + 1e-9)
