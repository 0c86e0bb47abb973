# right: the usual torch layout, one shared helper, masked_fill before and after the softmax
import math

import torch
from torch import nn


def split_heads(x, heads):
    batch, positions, width = x.shape
    return x.reshape(batch, positions, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    batch, heads, positions, d_head = x.shape
    return x.transpose(1, 2).reshape(batch, positions, heads * d_head)


def _attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        hide = ~keep.unsqueeze(1)
        empty = hide.all(dim=-1, keepdim=True)
        weights = torch.softmax(scores.masked_fill(hide, -math.inf).masked_fill(empty, 0.0), dim=-1)
        weights = weights.masked_fill(empty, 0.0)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    mixed, weights = _attention(q, k, v, keep)
    return merge_heads(mixed) @ W_o, weights


class MultiHeadAttention(nn.Module):
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
        return self.W_o(merge_heads(_attention(q, k, v, keep)[0]))
