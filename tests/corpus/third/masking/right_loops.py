# right: nothing but loops and math.exp; the weights of a row come from the list of its visible scores.
import math

import numpy as np


def look_ahead_mask(length):
    mask = np.empty((length, length), dtype=bool)
    for q in range(length):
        for k in range(length):
            mask[q, k] = k <= q
    return mask


def padding_mask(ids, pad):
    batch, keys = ids.shape
    mask = np.empty((batch, 1, keys), dtype=bool)
    for b in range(batch):
        for k in range(keys):
            mask[b, 0, k] = int(ids[b, k]) != pad
    return mask


def combine(look_ahead, padding):
    queries, keys = look_ahead.shape
    both = np.empty((len(padding), queries, keys), dtype=bool)
    for b, q, k in np.ndindex(*both.shape):
        both[b, q, k] = look_ahead[q, k] and padding[b, 0, k]
    return both


def additive(mask):
    out = np.zeros(mask.shape)
    for i in np.ndindex(*mask.shape):
        if not mask[i]:
            out[i] = -math.inf
    return out


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape, dtype=float)
    for row in np.ndindex(*scores.shape[:-1]):
        s = scores[row].tolist()
        seen = [j for j, visible in enumerate(keep[row].tolist()) if visible]
        if seen:
            top = max(s[j] for j in seen)
            e = {j: math.exp(s[j] - top) for j in seen}
            total = math.fsum(e.values())
            for j in seen:
                weights[row + (j,)] = e[j] / total
    return weights
