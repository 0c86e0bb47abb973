# wrong: self_attention unpacks key, query, value in the order in which S3 lists them; it shows when the scores are not symmetric.
import numpy as np


def project(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q, K):
    return Q @ K.T


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def contributions(weights, V):
    return weights[:, :, None] * V[None, :, :]


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    K, Q, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), K.shape[1] if scaled else None)
    return outputs(weights, V), weights
