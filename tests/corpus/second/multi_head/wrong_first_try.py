# wrong: multi_head_attention divides by sqrt(d_model) and takes the values from query_input; merge_heads reshapes without a transpose
"""Multi-head attention.  In the mask True means keep, False means hide."""

import math

import torch
from torch import nn


def split_heads(x, heads):
    batch, position, width = x.shape
    return x.reshape(batch, position, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    batch, heads, position, d_head = x.shape
    return x.reshape(batch, position, heads * d_head)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    d_model = query_input.shape[-1]
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(query_input @ W_v, heads)
    scores = q @ k.transpose(-1, -2) / math.sqrt(d_model)
    if keep is not None:
        keep = keep.unsqueeze(1)
        scores = scores.masked_fill(~keep, float("-inf"))
    weights = torch.nan_to_num(torch.softmax(scores, dim=-1))
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
