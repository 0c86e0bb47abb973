# right: lists and loops; in every row only the visible scores take part.
"""Masking, row by row."""

import math

import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    mask = np.zeros((length, length), dtype=bool)
    for query in range(length):
        mask[query, : query + 1] = True
    return mask


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    batch, keys = ids.shape
    mask = np.empty((batch, 1, keys), dtype=bool)
    for b in range(batch):
        for k in range(keys):
            mask[b, 0, k] = int(ids[b, k]) != int(pad)
    return mask


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    both = np.empty((padding.shape[0], *look_ahead.shape), dtype=bool)
    for b in range(len(padding)):
        for q in range(len(look_ahead)):
            both[b, q] = look_ahead[q] * padding[b, 0]
    return both


def additive(mask: np.ndarray) -> np.ndarray:
    flat = [0.0 if seen else -math.inf for seen in np.ravel(mask)]
    return np.array(flat, dtype=float).reshape(np.shape(mask))


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    seen = np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(*scores.shape[:-1]):
        columns = np.flatnonzero(seen[row])
        if len(columns):
            values = [float(scores[row][c]) for c in columns]
            largest = max(values)
            exps = [math.exp(v - largest) for v in values]
            total = math.fsum(exps)
            for c, e in zip(columns, exps):
                weights[row][c] = e / total
    return weights
