# wrong: attention returns zeros only if the whole mask is False; a single query without keys among others gets NaN
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(keys.shape[-1])

    if keep is not None:
        if not np.any(keep):
            return np.zeros(scores.shape[:-1] + values.shape[-1:]), np.zeros(scores.shape)
        scores = np.where(keep, scores, -np.inf)

    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ values, weights
