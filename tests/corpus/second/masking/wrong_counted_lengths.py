# wrong: padding_mask counts the real tokens and keeps the first ones; wrong for padding on the left
"""Masks. True means keep."""

import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    lengths = (ids != pad).sum(axis=1)
    positions = np.arange(ids.shape[1])
    return (positions[None, :] < lengths[:, None])[:, None, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    x = np.where(keep, np.asarray(scores, dtype=np.float64), -np.inf)
    top = x.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    e = np.exp(x - top)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1.0, total)
