"""A mask with three axes gets a fourth one for the heads.

A mask that broadcasts as it is can be (head, query, key), and its heads then fall on the sentences. Broadcasting lines
up the last axes: let it do that, and add no axis.
"""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(d_k)
    if keep is not None and keep.ndim == 3 and scores.ndim == 4:
        keep = keep[:, None]
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
