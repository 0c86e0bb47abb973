# wrong: scores are divided by the root of d_model instead of the width of a head.
import math

import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(list(x.unbind(dim=1)), dim=-1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = (split_heads(t, heads) for t in (query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v))
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / query_input.shape[-1] ** 0.5
    if keep is not None:
        keep = keep[:, None].expand(scores.shape)
        sees = keep.any(-1, keepdim=True)
        scores = torch.where(keep, scores, torch.where(sees, -torch.inf, 0.0))
        weights = torch.where(sees, scores.softmax(-1), 0.0)
    else:
        weights = scores.softmax(-1)
    return merge_heads(torch.einsum("bhqk,bhkd->bhqd", weights, v)) @ W_o, weights


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
