# wrong: masked_softmax writes -inf into the caller's scores (putmask on the array itself); the weights are right, but the scores are changed, and a second call with another mask sees the old one's -inf.
import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    return np.fromfunction(lambda q, k: k <= q, (length, length))


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    return np.not_equal(ids, pad)[:, np.newaxis]


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return np.einsum("qk,bok->bqk", look_ahead, padding)


def additive(mask: np.ndarray) -> np.ndarray:
    return np.select([mask], [0.0], default=-np.inf)


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    hidden = np.broadcast_to(~keep, scores.shape)
    np.putmask(scores, hidden, -np.inf)
    x = scores.astype(np.float64)
    m = x.max(axis=-1, keepdims=True)
    x = np.exp(x - np.where(hidden.all(axis=-1, keepdims=True), 0, m))
    total = x.sum(axis=-1, keepdims=True)
    return np.where(total > 0, x / np.where(total > 0, total, 1), 0)
