"""A loop over the queries: hidden keys and their values are taken out before anything is computed."""

import numpy as np


def attention(queries, keys, values, keep=None):
    weights = np.zeros((*queries.shape[:-1], keys.shape[-2]))
    outputs = np.zeros((*queries.shape[:-1], values.shape[-1]))
    keep = np.ones(weights.shape, bool) if keep is None else np.broadcast_to(keep, weights.shape)
    for index in np.ndindex(queries.shape[:-1]):
        sentence, visible = index[:-1], keep[index]
        if visible.any():
            scores = keys[sentence][visible] @ queries[index] / np.sqrt(keys.shape[-1])
            shares = np.exp(scores - scores.max())
            weights[index][visible] = shares / shares.sum()
            outputs[index] = weights[index][visible] @ values[sentence][visible]
    return outputs, weights
