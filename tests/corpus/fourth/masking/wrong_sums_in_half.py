# wrong: the row is added up in the type of the scores, and in float16 a sum of thousands of equal weights stops at 2048
import numpy as np


def look_ahead_mask(length):
    mask = np.zeros((length, length), dtype=bool)
    for query in range(length):
        mask[query, : query + 1] = True
    return mask


def padding_mask(ids, pad):
    rows = [[[int(token) != pad for token in sentence]] for sentence in ids]
    return np.array(rows, dtype=bool)


def combine(look_ahead, padding):
    return np.stack([np.logical_and(look_ahead, sentence) for sentence in padding])


def additive(mask):
    out = np.zeros(np.shape(mask))
    out[np.logical_not(mask)] = -np.inf
    return out


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    weights = np.zeros_like(scores)
    for place in np.ndindex(scores.shape[:-1]):
        keys = np.flatnonzero(keep[place])
        if len(keys) == 0:
            continue
        top = scores[place][keys].max()
        total = scores.dtype.type(0)
        for k in keys:
            weights[place][k] = np.exp(scores[place][k] - top)
            total += weights[place][k]
        weights[place] /= total
    return weights
