# wrong: attention divides by the root of the width of the values, not of queries and keys; shows whenever d_v differs from d_k
import numpy as np


def softmax(x):
    m = x.max(axis=-1, keepdims=True)
    m = np.where(np.isinf(m), 0.0, m)
    e = np.exp(x - m)
    s = e.sum(axis=-1, keepdims=True)
    return np.divide(e, s, out=np.zeros_like(e), where=s > 0)


def attention(queries, keys, values, keep=None):
    Q = np.asarray(queries, dtype=float)
    K = np.asarray(keys, dtype=float)
    V = np.asarray(values, dtype=float)
    d = V.shape[-1]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
