# right: additive as the logarithm of the mask, softmax through logaddexp.reduce
import numpy as np


def look_ahead_mask(length):
    return np.greater_equal.outer(np.arange(length), np.arange(length))


def padding_mask(ids, pad):
    return (ids != pad)[:, np.newaxis, :]


def combine(look_ahead, padding):
    return np.einsum("qk,bik->bqk", look_ahead.astype(int), padding.astype(int)) > 0


def additive(mask):
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(mask, dtype=float))


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    x = scores.astype(np.float64) + additive(keep)
    total = np.logaddexp.reduce(x, axis=-1, keepdims=True)
    seen = keep.any(axis=-1, keepdims=True)
    return np.exp(x - np.where(seen, total, 0.0))
