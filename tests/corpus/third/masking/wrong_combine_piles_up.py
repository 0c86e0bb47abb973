# wrong: combine writes with &= into the caller's look_ahead, which changes that array, and every sentence of a batch also gets the padding of the sentences before it; shows with two sentences padded differently.
import numpy as np


def look_ahead_mask(length):
    rows = []
    for i in range(length):
        rows.append([True] * (i + 1) + [False] * (length - i - 1))
    return np.array(rows, dtype=bool).reshape(length, length)


def padding_mask(ids, pad):
    return np.logical_not(ids == pad)[:, None, :]


def combine(look_ahead, padding):
    batch = padding.shape[0]
    result = np.zeros((batch,) + look_ahead.shape, dtype=bool)
    for b in range(batch):
        mask = look_ahead
        mask &= padding[b]
        result[b] = mask
    return result


def additive(mask):
    result = np.zeros(mask.shape, dtype=float)
    np.putmask(result, ~mask, -np.inf)
    return result


def masked_softmax(scores, keep):
    scores = np.array(scores, dtype=float)
    keep = np.broadcast_to(keep, scores.shape)
    np.putmask(scores, ~keep, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    scores -= np.where(peak == -np.inf, 0, peak)
    scores = np.exp(scores)
    return scores / np.maximum(scores.sum(axis=-1, keepdims=True), 1e-300)
