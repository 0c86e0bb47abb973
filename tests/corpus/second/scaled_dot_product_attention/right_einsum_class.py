# right: a small class with einsum, the softmax through logaddexp
import numpy as np

class _Lookup:
    def __init__(self, keys, values):
        self.keys = np.asarray(keys, dtype=np.float64)
        self.values = np.asarray(values, dtype=np.float64)

    def scores(self, queries):
        width = self.keys.shape[-1]
        return np.einsum("...qd,...kd->...qk", np.asarray(queries, dtype=np.float64), self.keys) / np.sqrt(width)

    def weights(self, queries, keep):
        s = self.scores(queries)
        keep = np.broadcast_to(True if keep is None else keep, s.shape)
        s = np.where(keep, s, -np.inf)
        seen = keep.any(axis=-1, keepdims=True)
        total = np.logaddexp.reduce(s, axis=-1, keepdims=True)
        return np.exp(s - np.where(seen, total, 0.0))

    def ask(self, queries, keep):
        w = self.weights(queries, keep)
        return np.einsum("...qk,...kv->...qv", w, self.values), w


def attention(queries, keys, values, keep=None):
    return _Lookup(keys, values).ask(queries, keep)
