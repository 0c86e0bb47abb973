# wrong: padding_mask is (batch, key, 1) and hides rows; masked_softmax fills with -20 and normalises over axis 1, the queries of a batch
import numpy as np


def look_ahead_mask(length):
    mask = np.zeros((length, length), dtype=bool)
    for q in range(length):
        for k in range(q + 1):
            mask[q, k] = True
    return mask


def padding_mask(ids, pad):
    return (ids != pad)[:, :, None]


def combine(look_ahead, padding):
    batch = padding.shape[0]
    out = np.empty((batch,) + look_ahead.shape, dtype=bool)
    for b in range(batch):
        out[b] = look_ahead & padding[b]
    return out


def additive(mask):
    values = np.array([-np.inf, 0.0])
    return values[np.asarray(mask).astype(int)]


def masked_softmax(scores, keep):
    scores = np.where(keep, scores, -20.0)
    scores = scores - scores.max(axis=1, keepdims=True)
    e = np.exp(scores)
    w = e / e.sum(axis=1, keepdims=True)
    return np.where(keep, w, 0.0)
