# wrong: the scores are multiplied by the mask and every 0 is hidden, so a visible score of exactly 0 disappears
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
    x = scores.astype(np.float64) * keep
    x[x == 0] = -np.inf
    top = np.max(x, axis=-1, keepdims=True)
    top[np.isneginf(top)] = 0
    e = np.exp(x - top)
    s = e.sum(axis=-1, keepdims=True)
    return np.divide(e, s, out=np.zeros_like(e), where=s > 0)
