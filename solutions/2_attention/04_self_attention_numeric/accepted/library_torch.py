"""torch tensors, torch.softmax, and torch's own scaled_dot_product_attention for the whole."""

import torch


def tensors(*arrays):
    return [torch.as_tensor(array).double() for array in arrays]


def project(x, W_q, W_k, W_v):
    x, W_q, W_k, W_v = tensors(x, W_q, W_k, W_v)
    linear = torch.nn.functional.linear
    return linear(x, W_q.T), linear(x, W_k.T), linear(x, W_v.T)


def attention_scores(Q, K):
    Q, K = tensors(Q, K)
    return Q.matmul(K.transpose(0, 1))


def attention_weights(scores, d_k=None):
    (scores,) = tensors(scores)
    return torch.softmax(scores if d_k is None else scores / d_k**0.5, dim=-1)


def contributions(weights, V):
    weights, V = tensors(weights, V)
    return weights.unsqueeze(-1) * V


def outputs(weights, V):
    weights, V = tensors(weights, V)
    return weights.mm(V)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = (part[None] for part in project(x, W_q, W_k, W_v))
    scale = Q.shape[-1] ** -0.5 if scaled else 1.0
    mixed = torch.nn.functional.scaled_dot_product_attention(Q, K, V, scale=scale)
    return mixed[0], torch.softmax(scale * Q[0] @ K[0].T, dim=-1)
