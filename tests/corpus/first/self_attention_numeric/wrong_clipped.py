# wrong: attention_weights: clips scores at +-700 in place of the maximum; 800 beside 750, or a row of 800s and 700s
import numpy as np
import torch


def tt(a):
    return torch.tensor(np.array(a, dtype=np.float64, order="C"))


def project(x, W_q, W_k, W_v):
    return tuple((tt(x) @ tt(W)).numpy() for W in (W_q, W_k, W_v))


def attention_scores(Q, K):
    return torch.einsum("qd,kd->qk", tt(Q), tt(K)).numpy()


def attention_weights(scores, d_k=None):
    e = tt(scores)
    if d_k is not None:
        e = e / float(d_k) ** 0.5
    e = torch.exp(torch.clamp(e, -700, 700))
    return (e / e.sum(dim=1, keepdim=True)).numpy()


def contributions(weights, V):
    return torch.einsum("qk,kd->qkd", tt(weights), tt(V)).numpy()


def outputs(weights, V):
    return tt(contributions(weights, V)).sum(dim=1).numpy()


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, d_k=W_k.shape[1] if scaled else None)
    return outputs(weights, V), weights
