# wrong: the mask (batch, query, key) is used without a head axis, so its batch axis meets the heads; right for one sentence, wrong for as many sentences as heads, an error otherwise.
import torch
from torch import nn


def split_heads(x, heads):
    b, n, f = x.shape
    return x.reshape(b, n, heads, f // heads).permute(0, 2, 1, 3)


def merge_heads(x):
    b, h, n, d = x.shape
    return x.permute(0, 2, 1, 3).reshape(b, n, h * d)


def attend(q, k, v, keep):
    scores = torch.matmul(q, k.transpose(2, 3)) * q.shape[-1] ** -0.5
    if keep is not None:
        keep = keep.expand(-1, scores.shape[-2], -1)
        scores = scores.masked_fill(~keep, float("-inf"))
        # rows with nothing to see: any finite number, the weights are wiped out below
        scores = scores.masked_fill(~keep.any(dim=-1, keepdim=True), 0)
    weights = scores.softmax(dim=-1)
    if keep is not None:
        weights = weights.masked_fill(~keep, 0)
    return torch.matmul(weights, v), weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    out, weights = attend(q, k, v, keep)
    return merge_heads(out) @ W_o, weights


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
        out, _ = attend(q, k, v, keep)
        return self.W_o(merge_heads(out))
