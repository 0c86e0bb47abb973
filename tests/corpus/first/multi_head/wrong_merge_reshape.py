# wrong: merge_heads only reshapes (batch, head, position, d) without turning it back; shows with 2 or more heads and 2 or more positions
import math

import torch
from torch import nn


def split_heads(x, heads):
    batch, positions, width = x.shape
    return x.view(batch, positions, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    batch, heads, positions, d_head = x.shape
    return x.contiguous().view(batch, positions, heads * d_head)


def _attend(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if keep is None:
        weights = scores.softmax(dim=-1)
    else:
        mask = keep.unsqueeze(1)
        weights = scores.masked_fill(~mask, -1e30).softmax(dim=-1)
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    out, weights = _attend(q, k, v, keep)
    return merge_heads(out) @ W_o, weights


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
        out, _ = _attend(q, k, v, keep)
        return self.W_o(merge_heads(out))
