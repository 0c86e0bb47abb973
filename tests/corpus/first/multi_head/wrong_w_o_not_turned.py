# wrong: forward multiplies by self.W_o.weight as it is stored, (out, in), without the transpose; shows unless W_o is symmetric
import torch
from torch import nn


def split_heads(x, heads):
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).flatten(-2)


def attend(q, k, v, keep=None):
    scores = (q @ k.transpose(-1, -2)) / (k.size(-1) ** 0.5)
    if keep is not None:
        keep = keep[:, None, :, :]
        scores = torch.where(keep, scores, -torch.inf)
        empty = ~keep.any(dim=-1, keepdim=True)
        scores = torch.where(empty, 0.0, scores)
        weights = torch.where(empty, 0.0, torch.softmax(scores, dim=-1))
    else:
        weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    z, weights = attend(q, k, v, keep)
    return merge_heads(z) @ W_o, weights


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
        v = split_heads(self.W_v(key_value_input), self.heads)
        z, _ = attend(q, k, v, keep)
        return merge_heads(z) @ self.W_o.weight
