# wrong: attention scales by the root of the number of keys, never subtracts the largest score (overflow), and fills with -1e9 (empty rows not 0)
import numpy as np


def attention(queries, keys, values, keep=None):
    n = keys.shape[-2]
    scores = np.matmul(queries, np.swapaxes(keys, -1, -2))
    scores = scores / np.sqrt(n)
    if keep is not None:
        scores = np.where(keep, scores, -1e9)
        row_empty = np.all(scores == -1e9, axis=-1, keepdims=True)
        scores = np.where(row_empty, 0.0, scores)
    weights = np.exp(scores)
    weights = weights / np.sum(weights, axis=-1, keepdims=True)
    outputs = np.matmul(weights, values)
    return outputs, weights
