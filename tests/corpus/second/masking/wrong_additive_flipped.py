# wrong: additive puts -inf where the mask keeps and 0 where it hides; every mask
"""Masks. True means keep."""

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
    m = np.zeros(mask.shape, dtype=np.float32)
    m[mask] = -np.inf
    return m


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(*scores.shape[:-1]):
        seen = keep[row]
        if not seen.any():
            continue
        s = scores[row][seen].astype(float)
        e = np.exp(s - s.max())
        weights[row][seen] = e / e.sum()
    return weights
