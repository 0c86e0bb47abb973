# wrong: adds an axis to a mask with one axis less than the scores; keep (head, query, key) with (batch, head, ...) scores
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = np.einsum("...qd,...kd->...qk", queries, keys) / np.sqrt(keys.shape[-1])
    if keep is not None:
        keep = np.asarray(keep)
        if scores.ndim == 4 and keep.ndim == 3:
            keep = keep[:, None]
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    weights = np.divide(e, total, out=np.zeros(e.shape), where=total != 0)
    return weights @ values, weights
