"""exp(score - log of the sum of exp), with the sum in log space; masks through einsum and a running count."""

import numpy as np


def look_ahead_mask(length):
    return np.cumsum(np.eye(length, dtype=bool), axis=0).astype(bool)


def padding_mask(ids, pad):
    return np.stack([[sentence != pad] for sentence in ids])


def combine(look_ahead, padding):
    return np.einsum("qk,bok->bqk", look_ahead.astype(int), padding.astype(int)) == 1


def additive(mask):
    return np.choose(mask.astype(int), [-np.inf, 0.0])


def masked_softmax(scores, keep):
    hidden = np.where(keep, scores.astype(float), -np.inf)
    log_total = np.logaddexp.reduce(hidden, axis=-1, keepdims=True)
    return np.exp(hidden - np.maximum(log_total, -1e300))
