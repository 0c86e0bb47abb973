# wrong: float16 scores stay float16 and the exponentials are added one by one: 3000 equal scores give a total of 2048.
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
    s = np.where(keep, scores, -np.inf).astype(scores.dtype)
    top = s.max(axis=-1, keepdims=True)
    top = np.where(np.isneginf(top), 0, top).astype(s.dtype)
    e = np.exp(s - top)
    running = np.cumsum(e, axis=-1)
    total = running[..., -1:]
    return e / np.where(total == 0, 1, total)
