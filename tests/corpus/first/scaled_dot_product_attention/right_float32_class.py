# right: a small class; leading axes flattened to one, float32 inside, sums and products instead of matmul
import numpy as np


class Lookup:
    def __init__(self, keys, values):
        self.lead = keys.shape[:-2]
        self.keys = keys.reshape((-1,) + keys.shape[-2:]).astype(np.float32)
        self.values = values.reshape((-1,) + values.shape[-2:]).astype(np.float32)

    def weights(self, queries, keep):
        q = queries.reshape((-1,) + queries.shape[-2:]).astype(np.float32)
        scores = (q[:, :, None, :] * self.keys[:, None, :, :]).sum(axis=-1)
        scores = scores / np.float32(np.sqrt(q.shape[-1]))
        scores = np.ma.array(scores, mask=~keep.reshape(scores.shape))
        shifted = scores - scores.max(axis=-1, keepdims=True)
        e = np.where(keep.reshape(scores.shape), np.exp(shifted.filled(0)), np.float32(0))
        total = e.sum(axis=-1, keepdims=True)
        return e / np.where(total == 0, np.float32(1), total)

    def __call__(self, queries, keep):
        w = self.weights(queries, keep)
        out = (w[..., None] * self.values[:, None]).sum(axis=-2)
        return out.reshape(self.lead + out.shape[1:]), w.reshape(self.lead + w.shape[1:])


def attention(queries, keys, values, keep=None):
    shape = queries.shape[:-1] + (keys.shape[-2],)
    everyone = np.ones(shape, dtype=bool)
    keep = everyone if keep is None else everyone & keep
    return Lookup(keys, values)(queries, keep)
