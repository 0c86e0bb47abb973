# wrong: outputs divides by the sum of the weights, wrong for rows that do not add up to 1, NaN for rows of zeros.
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
    return weights[:, :, None] * V[None, :, :]


def outputs(weights, V):
    total = weights.sum(axis=1, keepdims=True)
    return contributions(weights, V).sum(axis=1) / total


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
