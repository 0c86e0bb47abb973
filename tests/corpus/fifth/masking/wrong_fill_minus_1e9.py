# wrong: hidden scores are -1e9: with visible ones at -1e30 the hidden keys take all the weight.
"""Masking: which keys may a query attend to?  In every mask True means keep, False means hide."""

import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    return np.tril(np.ones((length, length), dtype=bool))


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    return (ids != pad)[:, None, :]


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return look_ahead & padding


def additive(mask: np.ndarray) -> np.ndarray:
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    s = np.where(keep, scores.astype(np.float64), -1e9)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    empty = ~np.broadcast_to(keep, s.shape).any(axis=-1, keepdims=True)
    return np.where(empty, 0.0, weights)
