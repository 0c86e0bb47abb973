# wrong: the scores are divided by the root of d_v, the width of the values, instead of d_k; shows whenever values and keys differ in width.
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = np.matmul(queries, np.swapaxes(keys, -1, -2)) / np.sqrt(values.shape[-1])
    if keep is None:
        keep = np.ones(scores.shape, dtype=bool)
    keep = np.broadcast_to(keep, scores.shape)
    scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    e = np.exp(scores - top)
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1.0, total)
    return weights @ values, weights
