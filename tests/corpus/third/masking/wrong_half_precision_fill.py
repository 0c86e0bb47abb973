# wrong: hidden scores are filled with the lowest number of float16 (-65504) so that it fits every type; beside visible scores around or below that, e.g. -100000 in float64, the hidden keys take the weight.
import numpy as np

LOWEST = float(np.finfo(np.float16).min)


def look_ahead_mask(length):
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids, pad):
    return ids[:, None, :] != pad


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, np.float32(0), np.float32(-np.inf))


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    s = np.where(keep, scores, LOWEST).astype(np.float64)
    s -= s.max(axis=-1, keepdims=True)
    w = np.exp(s)
    w /= w.sum(axis=-1, keepdims=True)
    w[~keep.any(axis=-1)] = 0
    return w
