# wrong: masked_softmax writes -inf into the caller's scores when they are float64 already (no copy is made)
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
    x = scores.astype(np.float64, copy=False)
    np.copyto(x, -np.inf, where=~keep)
    top = x.max(axis=-1, keepdims=True)
    top = np.where(np.isinf(top), 0, top)
    e = np.exp(x - top)
    total = e.sum(axis=-1, keepdims=True)
    return np.where(total > 0, e / np.where(total > 0, total, 1), 0)
