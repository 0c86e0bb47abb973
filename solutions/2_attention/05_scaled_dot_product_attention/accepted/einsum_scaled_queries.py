"""einsum; the queries alone are scaled before the product, and the hidden weights are cleared."""

import numpy as np


def attention(queries, keys, values, keep=None):
    queries = queries * queries.shape[-1] ** -0.5
    scores = np.einsum("...qd,...kd->...qk", queries, keys)
    visible = np.ones(scores.shape, bool) if keep is None else keep
    scores = np.where(visible, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) * visible
    weights = weights / np.maximum(weights.sum(axis=-1, keepdims=True), 0.5)
    return np.einsum("...qk,...kv->...qv", weights, values), weights
