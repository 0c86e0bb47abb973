# wrong: contributions squeezes its result, so with a single query, key or value feature an axis is lost.
import numpy as np


def project(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q, K):
    return Q @ K.T


def attention_weights(scores, d_k=None):
    scores = np.asarray(scores, dtype=float)
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def contributions(weights, V):
    columns = np.expand_dims(weights, -1)
    return np.squeeze(columns * V)


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
