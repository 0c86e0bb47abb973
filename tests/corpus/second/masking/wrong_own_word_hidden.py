# wrong: look_ahead_mask hides the diagonal (key < query); every length, row 0 then sees nothing
import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    query = np.arange(length).reshape(-1, 1)
    key = np.arange(length).reshape(1, -1)
    return key < query


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
    keep = np.broadcast_to(keep, scores.shape)
    x = scores.astype(np.float64)
    x[~keep] = -np.inf
    biggest = np.max(x, axis=-1, keepdims=True)
    biggest[biggest == -np.inf] = 0
    e = np.exp(x - biggest)
    total = np.sum(e, axis=-1, keepdims=True)
    total[total == 0] = 1
    return e / total
