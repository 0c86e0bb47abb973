# wrong: self_attention exchanges Q and K and returns (weights, outputs); attention_weights goes down the columns
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
    e = np.array(scores, dtype=float)
    if d_k:
        e /= np.sqrt(d_k)
    e = np.exp(e - e.max(axis=0))
    return e / e.sum(axis=0)


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
    scores = attention_scores(K, Q)
    weights = attention_weights(scores, Q.shape[1] if scaled else None)
    return weights, outputs(weights, V)
