# wrong: multi_head_attention opens the rows that see nothing inside the caller's mask; shows when a query may see no key (mask changed)
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


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        mask = keep.unsqueeze(1)
        nothing = ~mask.any(dim=-1, keepdim=True)
        mask |= nothing
        weights = torch.softmax(scores.masked_fill(~mask, -math.inf), dim=-1)
        weights = weights.masked_fill(nothing, 0.0)
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
        out, _ = multi_head_attention(
            query_input, key_value_input,
            self.W_q.weight.T, self.W_k.weight.T, self.W_v.weight.T, self.W_o.weight.T,
            self.heads, keep,
        )
        return out
