# wrong: forward scales by the square root of d_model instead of the head's width; shows whenever heads > 1
"""Multi-head attention.  In the mask True means keep, False means hide."""

import math

import torch
from torch import nn


def split_heads(x, heads):
    batch, position, width = x.shape
    return x.reshape(batch, position, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    batch, heads, position, d = x.shape
    return x.transpose(1, 2).reshape(batch, position, heads * d)


def _attend(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if keep is None:
        weights = scores.softmax(-1)
    else:
        hide = ~keep.unsqueeze(1)
        weights = scores.masked_fill(hide, -math.inf).softmax(-1).masked_fill(hide, 0.0)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    mixed, weights = _attend(q, k, v, keep)
    return merge_heads(mixed) @ W_o, weights


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
        q, k, v = self.W_q(query_input), self.W_k(key_value_input), self.W_v(key_value_input)
        scale = 1 / math.sqrt(k.size(-1))
        q, k, v = (split_heads(t, self.heads) for t in (q, k, v))
        scores = torch.matmul(q, k.transpose(2, 3)) * scale
        if keep is not None:
            hide = keep.logical_not().unsqueeze(1)
            scores = scores.masked_fill(hide, float("-inf"))
        weights = torch.softmax(scores, dim=3)
        if keep is not None:
            weights = weights.masked_fill(hide, 0)
        return self.W_o(merge_heads(torch.matmul(weights, v)))
