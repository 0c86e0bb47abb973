# wrong: two mistakes: a mask whose batch is 1 is repeated per head only, which fails for several sentences, and forward takes the weights' .data, so the projections learn nothing.
import math

import torch
from torch import nn


def split_heads(x, heads):
    batch, position, width = x.shape
    return x.reshape(batch, position, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).flatten(2)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = (split_heads(a, heads).flatten(0, 1) for a in (query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v))
    scores = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
    if keep is not None:
        keep = keep.repeat_interleave(heads, dim=0)
        blind = ~keep.any(-1, keepdim=True)
        weights = scores.masked_fill(~(keep | blind), -torch.inf).softmax(-1).masked_fill(blind, 0.0)
    else:
        weights = scores.softmax(-1)
    mixed = torch.bmm(weights, v).unflatten(0, (-1, heads))
    return merge_heads(mixed) @ W_o, weights.unflatten(0, (-1, heads))


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):

        W_q, W_k, W_v, W_o = (layer.weight.data.t() for layer in (self.W_q, self.W_k, self.W_v, self.W_o))
        return multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, self.heads, keep)[0]
