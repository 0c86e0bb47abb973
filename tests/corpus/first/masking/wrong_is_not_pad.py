# wrong: padding_mask compares ids with "is not", which works for small ints only; a padding id over 256 is never recognised
import numpy as np


def look_ahead_mask(length):
    return np.array([key <= query for query in range(length) for key in range(length)], dtype=bool).reshape(
        length, length
    )


def padding_mask(ids, pad):
    mask = []
    for sentence in ids.tolist():
        mask.append([[token is not pad for token in sentence]])
    return np.array(mask)


def combine(look_ahead, padding):
    return np.minimum(look_ahead, padding)


def additive(mask):
    m = np.zeros(mask.shape)
    np.putmask(m, ~mask, -np.inf)
    return m


def masked_softmax(scores, keep):
    s = np.array(scores, dtype=np.float64)
    s[~np.broadcast_to(keep, s.shape)] = -np.inf
    s -= np.nan_to_num(s.max(axis=-1, keepdims=True), neginf=0.0)
    w = np.exp(s)
    total = w.sum(axis=-1, keepdims=True)
    total[total == 0] = 1.0
    return w / total
