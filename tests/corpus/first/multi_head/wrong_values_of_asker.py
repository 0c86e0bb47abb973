# wrong: forward makes the values from query_input; right in self-attention only, wrong (or a crash) when key_value_input is another tensor
import torch
import torch.nn.functional as F
from torch import nn


def split_heads(x, heads):
    b, n, w = x.shape
    return x.reshape(b, n, heads, w // heads).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).flatten(2)


def _weights(q, k, keep):
    scores = q @ k.mT * q.shape[-1] ** -0.5
    if keep is None:
        return F.softmax(scores, dim=-1)
    keep = keep.unsqueeze(1)
    w = F.softmax(scores.masked_fill(~keep, torch.finfo(scores.dtype).min), dim=-1)
    return torch.where(keep, w, 0.0)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v
    w = _weights(split_heads(q, heads), split_heads(k, heads), keep)
    return merge_heads(w @ split_heads(v, heads)) @ W_o, w


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        q = split_heads(self.W_q(query_input), self.heads)
        k = split_heads(self.W_k(key_value_input), self.heads)
        v = split_heads(self.W_v(query_input), self.heads)
        return self.W_o(merge_heads(_weights(q, k, keep) @ v))
