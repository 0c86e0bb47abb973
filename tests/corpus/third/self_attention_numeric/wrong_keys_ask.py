# wrong: attention_scores returns K Q^T, so rows belong to the keys; hidden by the symmetric printed example, shows for any scores that are not symmetric or with different numbers of queries and keys.
import numpy as np


def project(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q, K):
    return K @ Q.T


def attention_weights(scores, d_k=None):
    s = scores.astype(float)
    if d_k is not None:
        s = s / np.sqrt(d_k)
    s = s - s.max(axis=1, keepdims=True)
    e = np.exp(s)
    return e / e.sum(axis=1, keepdims=True)


def contributions(weights, V):
    return weights[:, :, None] * V[None, :, :]


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), K.shape[1] if scaled else None)
    return outputs(weights, V), weights
