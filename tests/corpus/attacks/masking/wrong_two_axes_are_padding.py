# wrong: masked_softmax: a mask (query, key) under scores with heads is read as (batch, key).
import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    """Query i sees the keys 0 to i.  Returns bool (query, key)."""
    query = np.arange(length)[:, None]
    key = np.arange(length)[None, :]
    return key <= query


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    """Real tokens are seen, padding is not.  ids: (batch, key).  Returns bool (batch, 1, key)."""
    real = np.asarray(ids) != pad
    return real[:, None, :]


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    """Both masks must keep a key.  (query, key) and (batch, 1, key) give (batch, query, key)."""
    return look_ahead & padding


def additive(mask: np.ndarray) -> np.ndarray:
    """The matrix M of softmax(scores + M): 0 where the mask keeps, -inf where it hides."""
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """Softmax over the visible keys.  scores: (..., query, key); keep broadcasts to them."""
    if keep.ndim == 2 and scores.ndim == 4:
        keep = keep[:, None, None, :]
    visible = np.where(keep, scores, -np.inf)
    peak = visible.max(axis=-1, keepdims=True)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
