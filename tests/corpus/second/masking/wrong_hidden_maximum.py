# wrong: masked_softmax subtracts the maximum of all scores, hidden too: visible -20000 beside hidden +20000 gives a row of zeros
import numpy as np


def look_ahead_mask(length):
    mask = np.zeros((length, length), dtype=bool)
    for query in range(length):
        mask[query, : query + 1] = True
    return mask


def padding_mask(ids, pad):
    batch, n = ids.shape
    mask = np.ones((batch, 1, n), dtype=bool)
    for b in range(batch):
        for j in range(n):
            if ids[b, j] == pad:
                mask[b, 0, j] = False
    return mask


def combine(look_ahead, padding):
    return np.stack([look_ahead & padding[b] for b in range(padding.shape[0])])


def additive(mask):
    m = np.full(mask.shape, -np.inf)
    m[mask] = 0
    return m


def masked_softmax(scores, keep):
    scores = scores.astype(np.float64)
    shifted = scores - scores.max(axis=-1, keepdims=True)
    e = np.where(keep, np.exp(shifted), 0.0)
    total = e.sum(axis=-1, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total > 0)
