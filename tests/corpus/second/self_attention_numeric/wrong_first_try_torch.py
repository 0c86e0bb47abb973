# wrong: attention_weights scales after the softmax, by d_k without root; outputs squeezes away a single query; most inputs with d_k
"""Self-attention step by step."""

import numpy as np
import torch


def project(x, W_q, W_k, W_v):
    Q = np.matmul(x, W_q)
    K = np.matmul(x, W_k)
    V = np.matmul(x, W_v)
    return Q, K, V


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    return np.einsum("qd,kd->qk", Q, K)


def attention_weights(scores, d_k=None):
    t = torch.tensor(np.asarray(scores), dtype=torch.float64)
    weights = torch.softmax(t, dim=-1)
    if d_k is not None:
        weights = weights / d_k
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights.numpy()


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return np.einsum("qk,kv->qkv", weights, V)


def outputs(weights, V):
    w = torch.tensor(np.asarray(weights), dtype=torch.float64)
    v = torch.tensor(np.asarray(V), dtype=torch.float64)
    return torch.matmul(w, v).squeeze().numpy()


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    E = attention_scores(Q, K)
    if scaled:
        A = attention_weights(E, d_k=W_k.shape[1])
    else:
        A = attention_weights(E)
    return outputs(A, V), A
