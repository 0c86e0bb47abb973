# wrong: combine hides a key only where both masks hide it, so real future words and padding in the past stay visible
import numpy as np


def look_ahead_mask(length):
    return np.fromfunction(lambda i, j: j <= i, (length, length), dtype=int)


def padding_mask(ids, pad):
    return (ids != pad)[:, np.newaxis, :]


def combine(look_ahead, padding):
    future = ~look_ahead
    filler = ~padding
    hidden = future & filler
    return ~hidden


def additive(mask):
    result = np.full(np.shape(mask), -np.inf)
    return np.where(mask, 0.0, result)


def masked_softmax(scores, keep):
    scores = np.asarray(scores, dtype=np.float64)
    keep = np.broadcast_to(keep, scores.shape)
    hidden = np.where(keep, scores, -np.inf)
    peak = hidden.max(-1, keepdims=True)
    peak[~keep.any(-1)] = 0
    e = np.where(keep, np.exp(hidden - peak), 0)
    z = e.sum(-1, keepdims=True)
    return np.divide(e, z, out=np.zeros(scores.shape), where=z != 0)
