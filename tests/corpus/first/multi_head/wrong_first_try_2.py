# wrong: split_heads reshapes without transpose; multi_head_attention normalises over the queries, leaves W_o out and keeps -1e9 empty rows
import math

import torch
from torch import nn


def split_heads(x, heads):
    b, n, d = x.shape
    return x.reshape(b, heads, n, d // heads)


def merge_heads(x):
    b, h, n, d = x.shape
    return x.reshape(b, n, h * d)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    scores = q @ k.transpose(2, 3) / math.sqrt(q.shape[3])
    if keep is not None:
        scores = scores.masked_fill(~keep.unsqueeze(1), -1e9)
    weights = torch.softmax(scores, dim=2)
    return merge_heads(weights @ v), weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        out, _ = multi_head_attention(
            query_input, key_value_input, self.W_q.weight.T, self.W_k.weight.T, self.W_v.weight.T, None,
            self.heads, keep,
        )
        return self.W_o(out)
