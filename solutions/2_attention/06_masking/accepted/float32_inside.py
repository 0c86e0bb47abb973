"""numpy, computing in single precision whatever comes in."""

import numpy as np


def look_ahead_mask(length):
    return ~np.triu(np.ones((length, length), dtype=bool), k=1)


def padding_mask(ids, pad):
    return np.expand_dims(np.not_equal(ids, pad), axis=1)


def combine(look_ahead, padding):
    return np.logical_and(look_ahead[None], padding)


def additive(mask):
    matrix = np.zeros(mask.shape, dtype=np.float32)
    matrix[~mask] = -np.inf
    return matrix


def masked_softmax(scores, keep):
    scores = scores.astype(np.float32)
    keep = np.broadcast_to(keep, scores.shape)
    peak = np.max(scores, axis=-1, keepdims=True, where=keep, initial=-np.inf)
    weights = np.exp(scores - peak, where=keep, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)
    return np.divide(weights, total, where=total > 0, out=np.zeros_like(weights))
