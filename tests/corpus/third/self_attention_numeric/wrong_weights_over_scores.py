# wrong: attention_weights works in place: np.asarray(…, float) does not copy floats, so the caller's scores turn into weights; scores of whole numbers are copied and do not show it.
import numpy as np


def project(x, W_q, W_k, W_v):
    Q = x.dot(W_q)
    K = x.dot(W_k)
    V = x.dot(W_v)
    return Q, K, V


def attention_scores(Q, K):
    return Q.dot(K.T)


def attention_weights(scores, d_k=None):
    a = np.asarray(scores, dtype=float)
    if d_k is not None:
        a /= d_k ** 0.5
    for row in a:
        row -= row.max()
        row[:] = np.exp(row)
        row /= row.sum()
    return a


def contributions(weights, V):
    return np.stack([w[:, None] * V for w in weights])


def outputs(weights, V):
    return weights.dot(V)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
