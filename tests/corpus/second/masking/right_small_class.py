# right: a helper class that does the softmax, masks with where= arguments
import numpy as np

class _Rows:
    def __init__(self, scores, keep):
        self.x = np.array(scores, dtype=np.float64)
        self.keep = np.broadcast_to(np.asarray(keep, dtype=bool), self.x.shape)

    def peak(self):
        p = np.max(self.x, axis=-1, keepdims=True, where=self.keep, initial=-np.inf)
        return np.where(self.keep.any(axis=-1, keepdims=True), p, 0.0)

    def weights(self):
        e = np.zeros_like(self.x)
        np.exp(self.x - self.peak(), out=e, where=self.keep)
        total = e.sum(axis=-1, keepdims=True)
        return np.divide(e, total, out=np.zeros_like(e), where=total != 0)


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


def masked_softmax(scores, keep):
    return _Rows(scores, keep).weights()
