# wrong: a mask of three axes is given a head axis when the scores have four, although it is to broadcast as it is (its first axis falls on the heads); shows for 4-axis scores with a (heads, query, key) mask.
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = queries @ keys.swapaxes(-1, -2)
    scores = scores / queries.shape[-1] ** 0.5
    if keep is None:
        keep = np.array(True)
    if keep.ndim == 3 and scores.ndim == 4:
        keep = keep[:, None]          # (batch, query, key) -> (batch, 1, query, key)
    visible = np.broadcast_to(keep, scores.shape)
    scores = np.where(visible, scores, -np.inf)
    empty = ~visible.any(axis=-1, keepdims=True)
    scores = np.where(empty, 0.0, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(empty, 0.0, e / e.sum(axis=-1, keepdims=True))
    return weights @ values, weights
