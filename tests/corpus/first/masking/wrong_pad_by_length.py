# wrong: padding_mask counts the real tokens and keeps that many from the left; shows for sentences padded on the left or in between
import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    ids = np.asarray(ids)
    lengths = (ids != pad).sum(axis=1)
    positions = np.arange(ids.shape[1])
    return (positions[None, :] < lengths[:, None])[:, None, :]


def combine(look_ahead, padding):
    return look_ahead[None] & padding


def additive(mask):
    out = np.zeros(np.shape(mask))
    out[~np.asarray(mask)] = -np.inf
    return out


def masked_softmax(scores, keep):
    s = np.asarray(scores).astype(np.float64)
    s = np.where(keep, s, -np.inf)
    has_any = np.isfinite(s).any(axis=-1, keepdims=True)
    s = np.where(has_any, s, 0.0)
    s = s - s.max(axis=-1, keepdims=True)
    w = np.exp(s)
    w = w / w.sum(axis=-1, keepdims=True)
    return np.where(has_any, w, 0.0)
