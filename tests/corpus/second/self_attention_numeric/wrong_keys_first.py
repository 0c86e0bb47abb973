# wrong: project returns K, Q, V, the order in which the matrices are listed; every input with W_q other than W_k
import numpy as np


def project(x, W_q, W_k, W_v):
    K = x @ W_k
    Q = x @ W_q
    V = x @ W_v
    return K, Q, V


def attention_scores(Q, K):
    return Q @ K.T


def attention_weights(scores, d_k=None):
    e = np.asarray(scores, dtype=float)
    if d_k is not None:
        e = e / np.sqrt(d_k)
    e = np.exp(e - e.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def contributions(weights, V):
    return weights[:, :, None] * V[None, :, :]


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    K, Q, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
