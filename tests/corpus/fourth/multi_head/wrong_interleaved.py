# wrong: head i gets every h-th feature instead of the i-th block (split and merge agree with each other).
import math

import torch
from torch import nn


def split_heads(x, heads):
    return x.unflatten(-1, (-1, heads)).permute(0, 3, 1, 2)


def merge_heads(x):
    return x.permute(0, 2, 3, 1).flatten(2)


def attend(q, k, v, keep):
    """Scaled dot-product attention of (batch, head, ..., d); keep is (batch, query, key) or None."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if keep is None:
        weights = scores.softmax(dim=-1)
    else:
        keep = keep.unsqueeze(1)
        blind = ~keep.any(dim=-1, keepdim=True)
        weights = scores.masked_fill(~(keep | blind), -torch.inf).softmax(dim=-1).masked_fill(blind, 0.0)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    mixed, weights = attend(q, k, v, keep)
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

        matrices = [layer.weight.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o)]
        return multi_head_attention(query_input, key_value_input, *matrices, self.heads, keep)[0]
