# wrong: the look-ahead mask hides the diagonal; combine turns the padding so that it hides queries.
"""Masking: which keys may a query attend to?  In every mask True means keep, False means hide."""

import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    return np.tri(length, k=-1, dtype=bool)


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    return (ids != pad)[:, None, :]


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return look_ahead[None, :, :] & padding.transpose(0, 2, 1)


def additive(mask: np.ndarray) -> np.ndarray:
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    scores = np.where(keep, scores.astype(np.float64), -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isneginf(top), 0.0, top)
    e = np.exp(scores - top)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1.0, total)
