# wrong: multi_head_attention masks after the softmax without sharing out again and exponentiates without the maximum; forward has no W_o
"""Multi-head attention.  In the mask True means keep, False means hide."""

import torch
from torch import nn


def split_heads(x, heads):
    d = x.size(2) // heads
    return x.unflatten(2, (heads, d)).permute(0, 2, 1, 3)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    return torch.cat(x.unbind(1), dim=-1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    e = torch.exp(torch.einsum("bhqd,bhkd->bhqk", q, k) / q.shape[-1] ** 0.5)
    weights = e / e.sum(dim=-1, keepdim=True)
    if keep is not None:
        weights = weights * keep[:, None].to(weights.dtype)
    return merge_heads(weights @ v) @ W_o, weights


class MultiHeadAttention(nn.Module):
    """Multi-head attention with learned projections."""

    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        eye = torch.eye(self.W_o.weight.shape[0], dtype=query_input.dtype)
        W = [layer.weight.T for layer in (self.W_q, self.W_k, self.W_v)]
        return multi_head_attention(query_input, key_value_input, *W, eye, self.heads, keep)[0]
