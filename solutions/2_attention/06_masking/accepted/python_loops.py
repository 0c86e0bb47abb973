"""Loops and lists; numpy only spreads the mask over the scores."""

import math

import numpy as np


def look_ahead_mask(length):
    return [[key <= query for key in range(length)] for query in range(length)]


def padding_mask(ids, pad):
    return [[[bool(token != pad) for token in sentence]] for sentence in ids]


def combine(look_ahead, padding):
    return [
        [[bool(a) and bool(p) for a, p in zip(row, sentence[0], strict=True)] for row in look_ahead]
        for sentence in padding
    ]


def additive(mask):
    if np.ndim(mask) > 0:
        return [additive(part) for part in mask]
    return 0.0 if mask else -math.inf


def row_softmax(scores, keep):
    visible = [score for score, kept in zip(scores, keep, strict=True) if kept]
    if not visible:
        return [0.0] * len(scores)
    peak = max(visible)
    total = sum(math.exp(score - peak) for score in visible)
    return [math.exp(score - peak) / total if kept else 0.0 for score, kept in zip(scores, keep, strict=True)]


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, np.shape(scores))
    if np.ndim(scores) == 1:
        return row_softmax(np.asarray(scores).tolist(), keep.tolist())
    return [masked_softmax(part, part_keep) for part, part_keep in zip(scores, keep, strict=True)]
