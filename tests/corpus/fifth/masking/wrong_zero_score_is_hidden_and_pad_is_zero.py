# wrong: a visible score of exactly 0 counts as hidden, and ids are compared with > pad, which is right for 0 only.
"""Masking: which keys may a query attend to?  In every mask True means keep, False means hide."""

import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    return (ids > pad)[:, np.newaxis, :]


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return look_ahead & padding


def additive(mask: np.ndarray) -> np.ndarray:
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    s = scores.astype(np.float64) * keep
    s[s == 0] = -np.inf
    top = s.max(axis=-1, keepdims=True)
    top[np.isneginf(top)] = 0
    e = np.exp(s - top)
    total = e.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    return e / total
