"""Masking: which keys may a query look at?  In every mask True means keep, False means hide."""

import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    """Query i sees the keys 0 to i.  Returns bool (query, key)."""
    query = np.arange(length)[:, None]  # (query, 1)
    key = np.arange(length)[None, :]  # (1, key)
    return key <= query


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    """Real tokens are seen, padding is not.  ids: (batch, key).  Returns bool (batch, 1, key)."""
    real = np.asarray(ids) != pad  # (batch, key)
    return real[:, None, :]  # the same for every query


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    """Both masks must keep a key.  (query, key) and (batch, 1, key) give (batch, query, key)."""
    return look_ahead & padding


def additive(mask: np.ndarray) -> np.ndarray:
    """The matrix M of softmax(scores + M): 0 where the mask keeps, -inf where it hides."""
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """Softmax over the visible keys.  scores: (..., query, key); keep broadcasts to them."""
    # Written in, not added: a hidden score is gone, however large it was.
    visible = np.where(keep, scores, -np.inf)  # (..., query, key)

    # Subtracting the largest visible score of each row makes exp safe.
    # Where nothing is visible it is -inf, and -inf - (-inf) is NaN: subtract 0 there.
    peak = visible.max(axis=-1, keepdims=True)  # (..., query, 1)
    weights = np.exp(visible - np.where(np.isneginf(peak), 0, peak))  # exp(-inf) = 0

    # A row adds up to at least 1, its peak's own exp(0). With nothing visible it is all zeros, and stays so.
    total = weights.sum(axis=-1, keepdims=True)  # (..., query, 1)
    return weights / np.where(total == 0, 1, total)
