# wrong: a double-precision array is not copied by asarray, and copyto writes -inf into the caller's scores.
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
    s = np.asarray(scores, dtype=np.float64)
    np.copyto(s, -np.inf, where=~keep)
    top = s.max(axis=-1, keepdims=True)
    top = np.where(np.isneginf(top), 0.0, top)
    e = np.exp(s - top)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1.0, total)
