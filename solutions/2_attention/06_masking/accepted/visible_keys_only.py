"""A loop over the rows: the softmax is taken over the visible scores alone, and put back in their places."""

import numpy as np


def look_ahead_mask(length):
    position = np.arange(length)
    return np.greater_equal.outer(position, position)


def padding_mask(ids, pad):
    return np.isin(ids, [pad], invert=True)[:, None]


def combine(look_ahead, padding):
    return np.array([look_ahead & row for row in padding])


def additive(mask):
    return np.where(~np.asarray(mask), -np.inf, 0)


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(scores.shape[:-1]):
        visible = scores[row][keep[row]].astype(float)
        if visible.size:
            share = np.exp(visible - visible.max())
            weights[row][keep[row]] = share / share.sum()
    return weights
