# wrong: softmax over axis 1, division by d_k without the root, -1e9 leaves empty rows uniform; batches, most numbers
"""Scaled dot-product attention."""

import numpy as np


def attention(queries, keys, values, keep=None):
    d_k = queries.shape[-1]
    scores = np.matmul(queries, np.swapaxes(keys, -1, -2)) / d_k
    if keep is not None:
        scores = np.where(keep, scores, -1e9)
    scores = scores - np.max(scores, axis=1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / np.sum(weights, axis=1, keepdims=True)
    return np.matmul(weights, values), weights
