# wrong: masked_softmax zeroes the weights after the softmax, rows do not add up to 1; whenever something is hidden
import numpy as np

def _softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


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
    weights = _softmax(scores.astype(np.float64))
    return np.where(keep, weights, 0.0)
