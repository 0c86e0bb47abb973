# wrong: empty rows are erased with an index made from keep before it is broadcast; it shows with a mask (query, key) that has an empty row, on a batch.
import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return (np.asarray(ids) != pad)[:, None, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    real = np.where(keep, np.asarray(scores, dtype=float), -np.inf)
    empty = ~keep.any(axis=-1)
    top = real.max(axis=-1, keepdims=True)
    e = np.exp(real - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
    weights[empty] = 0
    return weights
