"""Batch and heads in one axis, as older code does it; bmm and repeat_interleave."""

import torch
from torch import nn


def split_heads(x, heads):
    batch, positions, features = x.shape
    return x.reshape(batch * positions, heads, features // heads).reshape(batch, positions, heads, -1).swapaxes(1, 2)


def merge_heads(x):
    batch, heads, positions, d_head = x.shape
    return x.swapaxes(1, 2).reshape(batch, positions, heads * d_head)


def attend(queries, keys, values, keep):
    batch, heads, n_queries, d_k = queries.shape
    queries, keys, values = (x.flatten(0, 1) for x in (queries, keys, values))
    scores = torch.bmm(queries / d_k**0.5, keys.transpose(1, 2))
    if keep is not None:
        keep = keep.expand(batch, n_queries, -1).repeat_interleave(heads, dim=0)
        scores = scores.masked_fill(keep.logical_not(), torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=2)
    if keep is not None:
        weights = torch.where(keep, weights, 0.0)
    return (torch.bmm(weights, values).unflatten(0, (batch, heads)), weights.unflatten(0, (batch, heads)))


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(key_value_input @ W_v, heads)
    mixed, weights = attend(queries, keys, values, keep)
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
        queries = split_heads(self.W_q(query_input), self.heads)
        keys = split_heads(self.W_k(key_value_input), self.heads)
        values = split_heads(self.W_v(key_value_input), self.heads)
        return self.W_o(merge_heads(attend(queries, keys, values, keep)[0]))
