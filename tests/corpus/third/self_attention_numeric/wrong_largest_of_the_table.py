# wrong: the largest score of the whole table is subtracted instead of each row's own, so a row that lies 800 below it becomes 0/0; shows for rows such as [800, 799] and [-800, -799].
import numpy as np


def project(x, W_q, W_k, W_v):
    """All three at once: the matrices side by side."""
    together = x @ np.concatenate([W_q, W_k, W_v], axis=1)
    d_k = W_q.shape[1]
    return together[:, :d_k], together[:, d_k:2 * d_k], together[:, 2 * d_k:]


def attention_scores(Q, K):
    return np.inner(Q, K)


def attention_weights(scores, d_k=None):
    scores = scores / np.sqrt(d_k) if d_k else scores
    biggest = np.max(scores)
    exps = np.exp(scores - biggest)
    return exps / exps.sum(axis=1, keepdims=True)


def contributions(weights, V):
    return weights[..., None] * V


def outputs(weights, V):
    return np.sum(contributions(weights, V), axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), d_k=Q.shape[-1] if scaled else None)
    return outputs(weights, V), weights
