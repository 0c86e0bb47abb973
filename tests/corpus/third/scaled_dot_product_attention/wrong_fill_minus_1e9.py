# wrong: hidden scores are set to -1e9; empty rows are caught, but where the visible scores lie around or below -1e9 (scores can be large) hidden keys take weight.
import numpy as np

NEG = -1e9


class ScaledDotProduct:
    def __init__(self, d_k):
        self.scale = 1.0 / np.sqrt(d_k)

    def scores(self, q, k):
        return np.matmul(q, k.swapaxes(-2, -1)) * self.scale

    @staticmethod
    def normalise(scores):
        scores = scores - scores.max(axis=-1, keepdims=True)
        e = np.exp(scores)
        return e / e.sum(axis=-1, keepdims=True)

    def __call__(self, q, k, v, keep):
        s = self.scores(q, k)
        if keep is None:
            w = self.normalise(s)
        else:
            w = self.normalise(np.where(keep, s, NEG))
            someone = np.any(keep, axis=-1, keepdims=True)
            w = np.where(someone, w, 0.0)
        return np.matmul(w, v), w


def attention(queries, keys, values, keep=None):
    return ScaledDotProduct(queries.shape[-1])(queries, keys, values, keep)
