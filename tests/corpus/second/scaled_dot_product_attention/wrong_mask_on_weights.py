# wrong: the mask multiplies the finished weights, rows with hidden keys add up to less than 1
"""Scaled dot-product attention."""

import numpy as np

def softmax(x):
    x = x - np.max(x, axis=-1, keepdims=True)
    e = np.exp(x)
    return e / np.sum(e, axis=-1, keepdims=True)


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    d_k = queries.shape[-1]
    scores = np.einsum("...qd,...kd->...qk", queries, keys) / np.sqrt(d_k)
    weights = softmax(scores)
    if keep is not None:
        weights = weights * keep
    outputs = np.einsum("...qk,...kv->...qv", weights, values)
    return outputs, weights
