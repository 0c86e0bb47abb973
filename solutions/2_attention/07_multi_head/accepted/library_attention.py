"""PyTorch's scaled_dot_product_attention in every head; the weights are what it does to an identity."""

import torch
from torch import nn
from torch.nn import functional


def split_heads(x, heads):
    return x.unflatten(-1, (heads, -1)).movedim(2, 1)


def merge_heads(x):
    return torch.cat(x.unbind(1), dim=-1)


def attend(queries, keys, values, keep):
    mask = None if keep is None else keep.unsqueeze(1)
    mixed = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
    return mixed if keep is None else mixed * mask.any(-1, keepdim=True)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys, values = (split_heads(key_value_input @ W, heads) for W in (W_k, W_v))
    identity = torch.eye(keys.shape[2], dtype=keys.dtype).expand(*keys.shape[:2], -1, -1)
    outputs = merge_heads(attend(queries, keys, values, keep)) @ W_o
    return outputs, attend(queries, keys, identity, keep)


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
        return self.W_o(merge_heads(attend(queries, keys, values, keep)))
