# wrong: np.resize repeats the mask's cells in order and does not broadcast; masks like (batch, 1, key) with batch > 1
import math

import numpy as np


def attention(queries, keys, values, keep=None):
    scores = queries @ np.swapaxes(keys, -1, -2) / math.sqrt(queries.shape[-1])
    mask = np.ones(scores.shape, dtype=bool)
    if keep is not None:
        mask = np.resize(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(*scores.shape[:-1]):
        seen = mask[row]
        if seen.any():
            s = scores[row][seen]
            e = np.exp(s - s.max())
            weights[row][seen] = e / e.sum()
    return weights @ values, weights
