# wrong: multi_head_attention subtracts the largest score of all keys, hidden ones too; shows when a hidden score is far above the visible ones
"""Multi-head attention.  In the mask True means keep, False means hide."""

import math

import torch
from torch import nn


def split_heads(x, heads):
    b, n, w = x.shape
    d = w // heads
    out = x.new_empty((b, heads, n, d))
    for i in range(heads):
        out[:, i] = x[:, :, i * d:(i + 1) * d]
    return out


def merge_heads(x):
    return x.permute(0, 2, 1, 3).flatten(2)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    scores = q @ k.transpose(2, 3) / math.sqrt(q.size(-1))
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    if keep is not None:
        e = e * keep[:, None, :, :]
    total = e.sum(dim=-1, keepdim=True)
    weights = torch.where(total > 0, e / total.clamp(min=1e-30), torch.zeros_like(e))
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
        q = split_heads(self.W_q(query_input), self.heads)
        k = split_heads(self.W_k(key_value_input), self.heads)
        v = split_heads(self.W_v(key_value_input), self.heads)
        scores = q @ k.transpose(2, 3) / math.sqrt(q.size(-1))
        if keep is not None:
            scores = scores.masked_fill(~keep[:, None], -math.inf)
        weights = scores.softmax(-1)
        if keep is not None:
            weights = weights.masked_fill(~keep[:, None], 0.0)
        return self.W_o(merge_heads(weights @ v))
