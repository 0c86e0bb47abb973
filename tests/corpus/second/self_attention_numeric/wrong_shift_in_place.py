# wrong: attention_weights subtracts the maximum in place: the caller's scores change when d_k is not given
"""Self-attention step by step."""

import numpy as np


def project(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q, K):
    scores = np.zeros((len(Q), len(K)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            scores[i, j] = np.dot(q, k)
    return scores


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    scores -= scores.max(axis=-1, keepdims=True)
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)


def contributions(weights, V):
    out = np.zeros((weights.shape[0], weights.shape[1], V.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            out[i, j] = weights[i, j] * V[j]
    return out


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, K.shape[1] if scaled else None)
    return outputs(weights, V), weights
