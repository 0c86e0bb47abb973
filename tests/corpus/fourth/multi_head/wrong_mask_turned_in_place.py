# wrong: the caller's mask is turned round in place for masked_fill.
import math

import torch
from torch import nn


def split_heads(x, heads):
    batch, position, width = x.shape
    return x.reshape(batch, position, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).flatten(2)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = [split_heads(x @ W, heads) for x, W in zip([query_input, key_value_input, key_value_input], [W_q, W_k, W_v])]
    scores = q @ k.transpose(2, 3) / math.sqrt(q.shape[3])
    if keep is None:
        weights = scores.softmax(3)
    else:
        hide = keep.logical_not_().unsqueeze(1)
        nothing = hide.all(3, keepdim=True)
        weights = scores.masked_fill(hide & ~nothing, -torch.inf).softmax(3).masked_fill(nothing, 0)
    return merge_heads(weights @ v) @ W_o, weights


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
