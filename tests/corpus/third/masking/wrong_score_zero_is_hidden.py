# wrong: the mask is multiplied into the scores and what is 0 afterwards is taken for hidden, so a visible score of exactly 0 gets weight 0; shows for any row with a visible 0.
import numpy as np


def look_ahead_mask(length):
    return np.greater_equal.outer(np.arange(length), np.arange(length))


def padding_mask(ids, pad):
    return np.array(ids != pad)[:, None, :]


def combine(look_ahead, padding):
    return np.multiply(look_ahead, padding)


def additive(mask):
    return np.array([0.0 if m else -np.inf for m in mask.ravel()]).reshape(mask.shape)


def masked_softmax(scores, keep):
    product = scores.astype(np.float64) * keep
    product[product == 0] = -np.inf
    finite_max = np.max(product, axis=-1, keepdims=True, initial=-1e300, where=np.isfinite(product))
    exps = np.exp(product - finite_max)
    total = np.sum(exps, axis=-1, keepdims=True)
    total[total == 0] = 1.0
    return exps / total
