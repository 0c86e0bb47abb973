# wrong: nan_to_num mends -inf minus -inf before exp, so a row with no visible key gets exp(0) = 1 everywhere and equal weights instead of zeros.
import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    return ~np.triu(np.ones((length, length), dtype=bool), k=1)


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    return (ids != pad)[:, None]


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return np.minimum(look_ahead, padding)


def additive(mask: np.ndarray) -> np.ndarray:
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    masked = scores.astype(float) + additive(keep)
    with np.errstate(invalid="ignore"):
        shifted = masked - masked.max(axis=-1, keepdims=True)
    shifted = np.nan_to_num(shifted, nan=0.0, neginf=-np.inf)
    e = np.exp(shifted)
    return e / e.sum(axis=-1, keepdims=True)
