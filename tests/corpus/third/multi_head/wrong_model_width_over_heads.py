# wrong: multi_head_attention takes d_model / heads for d_k and for the width that merges, instead of reading them from W_q and W_v; shows when heads · d_k (wrong weights) or heads · d_v (error) differs from d_model.
import torch
from torch import nn
from torch.nn import functional as F


def split_heads(x, heads):
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).flatten(-2)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    batch, n_query, d_model = query_input.shape
    d_k = d_model // heads
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    scores = q @ k.mT / d_k ** 0.5
    if keep is not None:
        keep = keep.unsqueeze(1)
        scores = scores.masked_fill(~keep, -torch.inf)
        scores = scores.masked_fill(~keep.any(-1, keepdim=True), 0.0)
    weights = F.softmax(scores, dim=-1)
    if keep is not None:
        weights = weights.masked_fill(~keep, 0.0)
    context = (weights @ v).transpose(1, 2).reshape(batch, n_query, d_model)
    return context @ W_o, weights


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
