# wrong: -1e9 is filled in, which is -inf in half precision: a row with nothing visible is NaN there; and scores of -1e30.
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


def masked_softmax(scores, keep):
    s = np.where(keep, scores, -1000000000.0)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return w * keep
