# wrong: contributions puts the new axis of V in the second place, so entry (i, j) is α_ij · v_i instead of α_ij · v_j; shows for all unequal values, and crashes if there are not as many queries as keys.
import numpy as np


def project(x, W_q, W_k, W_v):
    return tuple(np.tensordot(x, W, axes=(1, 0)) for W in (W_q, W_k, W_v))


def attention_scores(Q, K):
    return np.tensordot(Q, K, axes=(1, 1))


def attention_weights(scores, d_k=None):
    x = np.asarray(scores, dtype=float) * (1 if d_k is None else 1 / np.sqrt(d_k))
    x = x - x.max(axis=1)[:, None]
    p = np.exp(x)
    p /= p.sum(axis=1)[:, None]
    return p


def contributions(weights, V):
    return weights[:, :, None] * V[:, None, :]


def outputs(weights, V):
    return np.tensordot(weights, V, axes=(1, 0))


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    d_k = Q.shape[1]
    weights = attention_weights(attention_scores(Q, K), d_k if scaled else None)
    return outputs(weights, V), weights
