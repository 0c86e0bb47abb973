# wrong: the head axis is put into keep with unsqueeze_, so the caller's mask has four axes after multi_head_attention or forward
import math

import torch
from torch import nn


def split_heads(x, heads):
    b, n, w = x.shape
    x = x.reshape(b, n, heads, w // heads)
    return x.transpose(1, 2)


def merge_heads(x):
    x = x.transpose(1, 2)
    return x.reshape(x.shape[0], x.shape[1], -1)


def attention_weights(q, k, keep):
    scores = q @ k.transpose(-1, -2) / math.sqrt(k.shape[-1])
    if keep is None:
        return scores.softmax(-1)
    if keep.dim() == 3:
        keep.unsqueeze_(1)
    weights = scores.masked_fill(~keep, -1e30).softmax(-1)
    return weights.masked_fill(~keep, 0.0)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v
    weights = attention_weights(split_heads(q, heads), split_heads(k, heads), keep)
    return merge_heads(weights @ split_heads(v, heads)) @ W_o, weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        q, k, v = self.W_q(query_input), self.W_k(key_value_input), self.W_v(key_value_input)
        weights = attention_weights(split_heads(q, self.heads), split_heads(k, self.heads), keep)
        return self.W_o(merge_heads(weights @ split_heads(v, self.heads)))
