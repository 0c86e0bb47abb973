# wrong: minus infinity is filled in and NaN wiped out after the softmax: the values are right, the gradients of an empty row are NaN.
import math

import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(list(x.unbind(dim=1)), dim=-1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    bias = 0.0
    if keep is not None:
        bias = torch.zeros(keep.shape, dtype=q.dtype).masked_fill(~keep, float("-inf"))[:, None]
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5 + bias
    weights = torch.softmax(scores, dim=-1)
    weights = torch.where(torch.isnan(weights), torch.zeros_like(weights), weights)
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
