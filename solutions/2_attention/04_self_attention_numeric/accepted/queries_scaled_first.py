"""The queries are scaled before the product, which is the same; one query at a time."""

import numpy as np


def project(x, W_q, W_k, W_v):
    return np.dot(x, W_q), np.dot(x, W_k), np.dot(x, W_v)


def attention_scores(Q, K):
    return np.stack([K @ q for q in Q])


def attention_weights(scores, d_k=None):
    weights = np.array(scores, dtype=float)
    if d_k is not None:
        weights /= d_k**0.5
    for row in weights:
        row -= row.max()
        np.exp(row, out=row)
        row /= row.sum()
    return weights


def contributions(weights, V):
    return np.stack([row[:, np.newaxis] * V for row in weights])


def outputs(weights, V):
    return np.stack([row @ V for row in weights])


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    if scaled:
        Q = Q / np.sqrt(Q.shape[-1])
    weights = attention_weights(attention_scores(Q, K))
    return outputs(weights, V), weights
