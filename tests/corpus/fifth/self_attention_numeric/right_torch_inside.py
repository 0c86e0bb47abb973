# right: torch in double precision inside, numpy at the borders; copies taken first.
"""Self-attention with torch."""

import numpy as np
import torch


def _t(a: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.array(a, dtype=np.float64, order="C"))


def project(x, W_q, W_k, W_v):
    words = _t(x)
    return (words @ _t(W_q)).numpy(), (words @ _t(W_k)).numpy(), (words @ _t(W_v)).numpy()


def attention_scores(Q, K):
    return torch.nn.functional.linear(_t(Q), _t(K)).numpy()


def attention_weights(scores, d_k=None):
    top = scores.max(axis=1, keepdims=True)
    if np.issubdtype(scores.dtype, np.integer):
        below = _t(top.astype(np.uint64) - scores.astype(np.uint64))
    else:
        below = _t(top) - _t(scores)
    if d_k is not None:
        below = below / d_k**0.5
    return torch.softmax(-below, dim=1).numpy()


def contributions(weights, V):
    return (_t(weights).unsqueeze(-1) * _t(V)).numpy()


def outputs(weights, V):
    return torch.mm(_t(weights), _t(V)).numpy()


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    width = None
    if scaled:
        width = Q.shape[1]
    weights = attention_weights(attention_scores(Q, K), width)
    return outputs(weights, V), weights
