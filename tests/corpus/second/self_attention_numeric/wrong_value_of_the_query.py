# wrong: contributions multiplies with the value of row i in place of key j; visible when there are as many queries as keys
"""Self-attention step by step."""

import numpy as np


def project(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q, K):
    return Q @ K.T


def attention_weights(scores, d_k=None):
    e = np.asarray(scores, dtype=float)
    if d_k is not None:
        e = e / np.sqrt(d_k)
    e = np.exp(e - e.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def contributions(weights, V):
    return weights[:, :, np.newaxis] * V[:, np.newaxis, :]


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, K.shape[1] if scaled else None)
    return outputs(weights, V), weights
