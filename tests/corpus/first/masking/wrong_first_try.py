# wrong: padding_mask takes 0 for the padding; additive has 0 * inf = NaN; masked_softmax masks after the softmax and overflows
import numpy as np


def look_ahead_mask(length):
    return np.tril(np.ones((length, length))) == 1


def padding_mask(ids, pad):
    real = ids != 0
    return real.reshape(ids.shape[0], 1, ids.shape[1])


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return (1 - mask.astype(float)) * -np.inf


def masked_softmax(scores, keep):
    exps = np.exp(scores)
    weights = exps / exps.sum(axis=-1, keepdims=True)
    return weights * keep
