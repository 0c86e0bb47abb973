# wrong: combine squeezes its result, so the batch axis is lost for a batch of one sentence (and all axes for one word)
import numpy as np


def look_ahead_mask(length):
    return np.tri(length, length, 0).astype(bool)


def padding_mask(ids, pad):
    batch, length = ids.shape
    return (ids != pad).reshape(batch, 1, length)


def combine(look_ahead, padding):
    both = look_ahead[None, None] & padding[:, None]
    return both.squeeze()


def additive(mask):
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(mask, dtype=float))


def masked_softmax(scores, keep):
    s = np.where(keep, np.asarray(scores, dtype=np.float64), -np.inf)
    with np.errstate(invalid="ignore"):
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        w = e / e.sum(axis=-1, keepdims=True)
    return np.where(np.isnan(w), 0.0, w)
