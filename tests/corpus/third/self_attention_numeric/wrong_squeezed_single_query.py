# wrong: contributions and outputs end in np.squeeze, which drops the axis of a single query, key or width 1: one query gives (d_v,) instead of (1, d_v).
import numpy as np


def project(x, W_q, W_k, W_v):
    Q = np.einsum("wm,mk->wk", x, W_q)
    K = np.einsum("wm,mk->wk", x, W_k)
    V = np.einsum("wm,mv->wv", x, W_v)
    return Q, K, V


def attention_scores(Q, K):
    return (Q[:, None, :] * K[None, :, :]).sum(axis=-1)


def attention_weights(scores, d_k=None):
    scores = np.array(scores, dtype=float)
    if d_k is not None:
        scores /= np.sqrt(d_k)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def contributions(weights, V):
    # (query, key, 1) times (1, key, d_v)
    return np.squeeze(weights[:, :, np.newaxis] * V[np.newaxis])


def outputs(weights, V):
    # (query, 1, key) @ (1, key, d_v) -> (query, 1, d_v)
    return np.squeeze(weights[:, np.newaxis, :] @ V[np.newaxis])


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    w = attention_weights(attention_scores(Q, K), len(Q[0]) if scaled else None)
    return outputs(w, V), w
