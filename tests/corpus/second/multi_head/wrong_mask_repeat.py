# wrong: multi_head_attention repeats the mask (b0 b1 b0 b1) where rows run b0 b0 b1 b1; shows for batch > 1 with masks that differ
"""Multi-head attention.  In the mask True means keep, False means hide."""

import torch
from torch import nn


def split_heads(x, heads):
    d = x.size(2) // heads
    return x.unflatten(2, (heads, d)).permute(0, 2, 1, 3)


def merge_heads(x):
    return x.permute(0, 2, 1, 3).flatten(2)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    B, T, _ = query_input.shape
    S = key_value_input.shape[1]
    q = split_heads(query_input @ W_q, heads).reshape(B * heads, T, -1)
    k = split_heads(key_value_input @ W_k, heads).reshape(B * heads, S, -1)
    v = split_heads(key_value_input @ W_v, heads).reshape(B * heads, S, -1)
    scores = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
    if keep is not None:
        mask = keep.expand(B, T, S).repeat(heads, 1, 1)
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    if keep is not None:
        weights = weights.masked_fill(~mask, 0.0)
    out = torch.bmm(weights, v).reshape(B, heads, T, -1)
    return merge_heads(out) @ W_o, weights.reshape(B, heads, T, S)


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
