# wrong: project returns the keys first, as S3 lists them, instead of query, key, value.
import numpy as np


def project(x, W_q, W_k, W_v):
    keys, queries, values = (np.dot(x, W) for W in (W_k, W_q, W_v))
    return keys, queries, values


def attention_scores(Q, K):
    return Q @ K.T


def attention_weights(scores, d_k=None):
    scores = np.asarray(scores, dtype=float)
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def contributions(weights, V):
    return weights[:, :, None] * V[None, :, :]


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    K, Q, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), K.shape[-1] if scaled else None)
    return outputs(weights, V), weights
