# right: differences in double precision, exp and weights in single; the mask added, empty rows made visible for the time being.
"""Masking: which keys may a query attend to?  In every mask True means keep, False means hide."""

import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    position = np.arange(length)
    return position[np.newaxis, :] <= position[:, np.newaxis]


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    return np.expand_dims(np.not_equal(ids, pad), axis=1)


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return np.logical_and(look_ahead[np.newaxis], padding)


def additive(mask: np.ndarray) -> np.ndarray:
    matrix = np.zeros(np.shape(mask), dtype=np.float32)
    matrix[np.logical_not(mask)] = -np.inf
    return matrix


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    keep = np.broadcast_to(keep, scores.shape)
    some = keep.any(axis=-1, keepdims=True)
    e = scores.astype(np.float64) + additive(keep | ~some)
    e -= e.max(axis=-1, keepdims=True, initial=-np.finfo(float).max)
    e = np.exp(e.astype(np.float32))
    weights = e / e.sum(axis=-1, keepdims=True, dtype=np.float64).astype(np.float32)
    return weights * some
