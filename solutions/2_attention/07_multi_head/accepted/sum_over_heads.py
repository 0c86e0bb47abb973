"""No concatenation: every head has its blocks of columns, and its block of rows of W_o; the results are added."""

import torch
from torch import nn


def split_heads(x, heads):
    d_head = x.shape[-1] // heads
    return torch.stack([x[..., i * d_head : (i + 1) * d_head] for i in range(heads)], dim=1)


def merge_heads(x):
    return torch.einsum("bhpd->bphd", x).reshape(x.shape[0], x.shape[2], -1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    total, all_weights = 0.0, []
    columns = zip(*(W.chunk(heads, dim=1) for W in (W_q, W_k, W_v)), W_o.chunk(heads, dim=0), strict=True)
    for query_part, key_part, value_part, out_part in columns:
        queries, keys = query_input @ query_part, key_value_input @ key_part
        scores = queries @ keys.mT / keys.shape[-1] ** 0.5
        if keep is not None:
            scores = scores.masked_fill(~keep, torch.finfo(scores.dtype).min)
        weights = scores.softmax(dim=-1)
        if keep is not None:
            weights = weights * keep
        total = total + weights @ key_value_input @ value_part @ out_part
        all_weights.append(weights)
    return total, torch.stack(all_weights, dim=1)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        matrices = (layer.weight.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o))
        return multi_head_attention(query_input, key_value_input, *matrices, self.heads, keep)[0]
