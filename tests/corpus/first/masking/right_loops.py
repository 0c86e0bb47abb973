# right: lists and Python loops, softmax over the visible entries of one row at a time with math.exp
import math

import numpy as np


def look_ahead_mask(length):
    return np.array([[k <= q for k in range(length)] for q in range(length)], dtype=bool).reshape(length, length)


def padding_mask(ids, pad):
    batch, length = ids.shape
    out = np.empty((batch, 1, length), dtype=bool)
    for b in range(batch):
        for k in range(length):
            out[b, 0, k] = bool(int(ids[b, k]) != int(pad))
    return out


def combine(look_ahead, padding):
    queries, keys = look_ahead.shape
    out = np.zeros((len(padding), queries, keys), dtype=bool)
    for b, q, k in np.ndindex(out.shape):
        if look_ahead[q, k] and padding[b, 0, k]:
            out[b, q, k] = True
    return out


def additive(mask):
    out = np.zeros(np.shape(mask))
    for place, kept in np.ndenumerate(mask):
        if not kept:
            out[place] = -math.inf
    return out


def masked_softmax(scores, keep):
    visible = np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(scores.shape[:-1]):
        seen = [j for j, ok in enumerate(visible[row].tolist()) if ok]
        if not seen:
            continue
        numbers = [float(scores[row][j]) for j in seen]
        top = max(numbers)
        exps = [math.exp(x - top) for x in numbers]
        total = math.fsum(exps)
        for j, x in zip(seen, exps):
            weights[row + (j,)] = x / total
    return weights
