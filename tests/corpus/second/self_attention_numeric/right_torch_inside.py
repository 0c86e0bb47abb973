# right: torch in float64, numpy arrays in and out
"""Self-attention step by step."""

import numpy as np
import torch

def _t(a):
    return torch.tensor(np.asarray(a), dtype=torch.float64)


def project(x, W_q, W_k, W_v):
    return tuple((_t(x) @ _t(W)).numpy() for W in (W_q, W_k, W_v))


def attention_scores(Q, K):
    return torch.nn.functional.linear(_t(Q), _t(K)).numpy()


def attention_weights(scores, d_k=None):
    s = _t(scores)
    if d_k is not None:
        s = s * d_k**-0.5
    return s.softmax(dim=1).numpy()


def contributions(weights, V):
    return (_t(weights).unsqueeze(2) * _t(V).unsqueeze(0)).numpy()


def outputs(weights, V):
    return torch.mm(_t(weights), _t(V)).numpy()


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, K.shape[1] if scaled else None)
    return outputs(weights, V), weights
