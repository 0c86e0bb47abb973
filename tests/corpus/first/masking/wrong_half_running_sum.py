# wrong: masked_softmax adds the row up in the dtype of the scores; in float16 the total sticks at 2048, so rows of more keys exceed 1
import numpy as np


def look_ahead_mask(length):
    return ~np.triu(np.ones((length, length), dtype=bool), k=1)


def padding_mask(ids, pad):
    return (ids != pad)[:, None, :]


def combine(look_ahead, padding):
    return np.logical_and.reduce(np.broadcast_arrays(look_ahead[None], padding))


def additive(mask):
    table = {True: 0.0, False: -np.inf}
    return np.array([table[bool(m)] for m in np.ravel(mask)], dtype=float).reshape(np.shape(mask))


def masked_softmax(scores, keep):
    scores = 1.0 * scores
    keep = np.broadcast_to(keep, scores.shape)
    best = np.max(scores, axis=-1, keepdims=True, where=keep, initial=-np.inf)
    shifted = np.where(keep, scores, best) - np.where(np.isinf(best), 0, best)
    exps = np.exp(np.where(keep, shifted, -np.inf))

    total = np.zeros(scores.shape[:-1], dtype=exps.dtype)
    for j in range(scores.shape[-1]):
        total = total + exps[..., j]
    total[total == 0] = 1
    return exps / total[..., None]
