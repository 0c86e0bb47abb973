# wrong: multi_head_attention takes d_model // heads for d_k in the scale; shows when W_q and W_k have another width than d_model
import torch
from torch import nn


def split_heads(x, heads):
    b, n, w = x.shape
    return x.reshape(b, n, heads, w // heads).swapaxes(1, 2)


def merge_heads(x):
    b, h, n, d = x.shape
    return x.swapaxes(1, 2).reshape(b, n, h * d)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    d_model = query_input.shape[-1]
    d_k = d_model // heads
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)

    scores = q @ k.swapaxes(-1, -2) / d_k**0.5
    if keep is not None:
        seen = keep.unsqueeze(1)
        scores = scores.masked_fill(~seen, float("-inf"))
        scores = scores.masked_fill(~seen.any(-1, keepdim=True), 0.0)
        weights = torch.softmax(scores, -1) * seen
    else:
        weights = torch.softmax(scores, -1)
    return merge_heads(weights @ v) @ W_o, weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        turned = {name: getattr(self, name).weight.T for name in ("W_q", "W_k", "W_v", "W_o")}
        return multi_head_attention(query_input, key_value_input, heads=self.heads, keep=keep, **turned)[0]
