# wrong: two mistakes: outputs averages the contributions instead of adding them, and the values are made with W_k (line copied).
import numpy as np
import torch


def project(x, W_q, W_k, W_v):
    Q = np.einsum("wm,mk->wk", x, W_q)
    K = np.einsum("wm,mk->wk", x, W_k)
    V = np.einsum("wm,mk->wk", x, W_k)
    return Q, K, V


def attention_scores(Q, K):
    return np.einsum("qd,kd->qk", Q, K)


def attention_weights(scores, d_k=None):
    scores = torch.tensor(np.array(scores), dtype=torch.float64)
    return torch.softmax(scores if d_k is None else scores / d_k**0.5, dim=1).numpy()


def contributions(weights, V):
    return np.einsum("qk,kv->qkv", weights, V)


def outputs(weights, V):
    return contributions(weights, V).mean(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
