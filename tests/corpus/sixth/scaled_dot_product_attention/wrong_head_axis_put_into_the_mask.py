# wrong: a mask with three axes gets an axis for the heads when the scores have four; it shows on a mask (head, query, key).
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
    if keep is not None:
        keep = np.asarray(keep)
        if scores.ndim == 4 and keep.ndim == 3:
            keep = keep[:, None, :, :]
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top[np.isinf(top)] = 0
    e = np.exp(scores - top)
    total = e.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    weights = e / total
    return weights @ values, weights
