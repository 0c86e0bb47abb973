# wrong: masked_softmax adds the row up in float16, the sum sticks at 2048; float16 rows with thousands of near-equal scores
"""Masks. True means keep."""

import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return (ids != pad)[:, np.newaxis, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    low = np.array(-np.inf, dtype=scores.dtype)
    x = np.where(keep, scores, low)
    top = x.max(axis=-1, keepdims=True)
    top[np.isinf(top)] = 0
    e = np.exp(x - top)
    total = np.cumsum(e, axis=-1, dtype=e.dtype)[..., -1:]
    total[total == 0] = 1
    return e / total
