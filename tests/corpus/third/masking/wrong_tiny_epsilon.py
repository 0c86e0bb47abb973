# wrong: the sum gets +1e-9 against an empty row, which is 0 in float16: there a row with no visible key becomes 0/0 = NaN; with float32 and float64 it works.
import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    i, j = np.ogrid[:length, :length]
    return j <= i


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    real = ids != pad
    return real.reshape(real.shape[0], 1, real.shape[1])


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return np.logical_and(look_ahead[None, :, :], padding)


def additive(mask: np.ndarray) -> np.ndarray:
    out = np.full(mask.shape, -np.inf)
    out[mask] = 0.0
    return out


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    neg_inf = np.array(-np.inf, dtype=scores.dtype)
    hidden = np.where(keep, scores, neg_inf)
    m = hidden.max(axis=-1, keepdims=True)
    m = np.where(np.isneginf(m), np.zeros_like(m), m)
    e = np.exp(hidden - m)
    return e / (e.sum(axis=-1, keepdims=True) + 1e-9)
