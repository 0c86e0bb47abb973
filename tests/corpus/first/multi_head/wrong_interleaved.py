# wrong: split_heads deals the features out in turn (head i gets i, i + heads, ...) and merge_heads undoes that; shows with 2 or more heads
import torch
from torch import nn


def split_heads(x, heads):
    b, n, width = x.shape
    return x.reshape(b, n, width // heads, heads).permute(0, 3, 1, 2)


def merge_heads(x):
    b, h, n, d = x.shape
    return x.permute(0, 2, 3, 1).reshape(b, n, h * d)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    scores = torch.einsum("bhid,bhjd->bhij", q, k) / q.shape[-1] ** 0.5
    if keep is None:
        weights = torch.softmax(scores, -1)
    else:
        hidden = ~keep[:, None]
        weights = torch.softmax(scores.masked_fill(hidden, float("-inf")), -1)
        weights = weights.masked_fill(hidden.all(-1, keepdim=True), 0.0)
    mixed = torch.einsum("bhij,bhjd->bhid", weights, v)
    return merge_heads(mixed) @ W_o, weights


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
            query_input,
            key_value_input,
            self.W_q.weight.T,
            self.W_k.weight.T,
            self.W_v.weight.T,
            self.W_o.weight.T,
            self.heads,
            keep,
        )
        return out
