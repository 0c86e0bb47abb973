# wrong: look_ahead_mask keeps only key < query, so a word does not see itself; shows on the diagonal for every length
import numpy as np


def look_ahead_mask(length):
    query = np.arange(length).reshape(-1, 1)
    key = np.arange(length).reshape(1, -1)
    return query > key


def padding_mask(ids, pad):
    return np.expand_dims(np.not_equal(ids, pad), 1)


def combine(look_ahead, padding):
    return np.logical_and(look_ahead, padding)


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    e = np.where(keep, np.asarray(scores, dtype=float), -np.inf)
    top = e.max(axis=-1, keepdims=True)
    top = np.where(top == -np.inf, 0.0, top)
    w = np.exp(e - top)
    total = w.sum(axis=-1, keepdims=True)
    return w / np.where(total == 0, 1.0, total)
