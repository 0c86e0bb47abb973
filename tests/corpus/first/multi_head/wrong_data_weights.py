# wrong: forward takes the matrices by .weight.data, so the values are right but no gradient reaches the four projections
import math

import torch
from torch import nn


def split_heads(x, heads):
    batch, length, width = x.size()
    return x.view(batch, length, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    batch, heads, length, d = x.size()
    return x.transpose(1, 2).contiguous().view(batch, length, heads * d)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(torch.matmul(query_input, W_q), heads)
    k = split_heads(torch.matmul(key_value_input, W_k), heads)
    v = split_heads(torch.matmul(key_value_input, W_v), heads)
    scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.size(-1))
    if keep is not None:
        hide = keep.unsqueeze(1).logical_not()
        scores = scores.masked_fill(hide, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = weights.masked_fill(hide.all(dim=-1, keepdim=True), 0)
    else:
        weights = torch.softmax(scores, dim=-1)
    return torch.matmul(merge_heads(torch.matmul(weights, v)), W_o), weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        W_q = self.W_q.weight.data.T
        W_k = self.W_k.weight.data.T
        W_v = self.W_v.weight.data.T
        W_o = self.W_o.weight.data.T
        outputs, _ = multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, self.heads, keep)
        return outputs
