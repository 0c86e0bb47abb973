# wrong: masked_softmax recognises hidden scores by their value 0: a visible score of exactly 0 gets weight 0
import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    pos = np.arange(length)
    return pos[None, :] <= pos[:, None]


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    real = np.not_equal(np.asarray(ids), pad)
    return np.expand_dims(real, axis=1)


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return np.logical_and(look_ahead[None, :, :], padding)


def additive(mask: np.ndarray) -> np.ndarray:
    matrix = np.zeros(np.shape(mask))
    matrix[~mask] = -np.inf
    return matrix


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    x = np.asarray(scores, dtype=float) * keep
    x = np.where(x == 0, -np.inf, x)
    m = x.max(axis=-1, keepdims=True)
    m = np.where(m == -np.inf, 0, m)
    e = np.exp(x - m)
    s = e.sum(axis=-1, keepdims=True)
    s[s == 0] = 1
    return e / s
