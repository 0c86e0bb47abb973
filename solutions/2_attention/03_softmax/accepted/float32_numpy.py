"""Everything is computed in float32."""

import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=np.float32)
    exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores, dtype=np.float32) / np.float32(temperature), axis)


def dot_product_variance(queries, keys, scaled=False):
    dots = np.cumsum(queries.astype(np.float32) * keys.astype(np.float32), axis=1)
    if scaled:
        dots = dots / np.sqrt(np.arange(1, dots.shape[1] + 1, dtype=np.float32))
    return dots.var(axis=0)


def scaled_scores(queries, keys):
    queries, keys = queries.astype(np.float32), keys.astype(np.float32)
    return queries @ keys.swapaxes(-1, -2) / np.sqrt(np.float32(queries.shape[-1]))
