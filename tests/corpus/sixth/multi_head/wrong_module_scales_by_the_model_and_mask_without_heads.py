# wrong: forward divides by the root of d_model, and the mask of forward has no axis for the heads; it shows with two heads or more, and on a mask for a batch.
import math

import torch
from torch import nn


def split_heads(x, heads):
    batch, position, width = x.shape
    return x.reshape(batch, position, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    batch, heads, position, d_head = x.shape
    return x.transpose(1, 2).reshape(batch, position, heads * d_head)


def attend(q, k, v, keep=None):
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        hidden = ~keep.unsqueeze(1)
        weights = torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1).masked_fill(hidden, 0)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    mixed, weights = attend(q, k, v, keep)
    return merge_heads(mixed) @ W_o, weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, heads):
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
        scores = q @ k.transpose(-1, -2) / math.sqrt(query_input.shape[-1])
        if keep is not None:
            scores = scores.masked_fill(~keep, -torch.inf)
        weights = torch.softmax(scores, dim=-1)
        if keep is not None:
            weights = weights.masked_fill(~keep, 0)
        return self.W_o(merge_heads(weights @ v))
