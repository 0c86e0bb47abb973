# wrong: two mistakes in forward: the keys are made from query_input (right in self-attention only), and W_o is left out; shows for two different inputs, and for any W_o but the identity.
import torch
from torch import nn


def split_heads(x, heads):
    b, n, w = x.shape
    return x.reshape(b, n, heads, w // heads).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], -1)


def scaled_dot_product(q, k, v, keep):
    scores = q @ k.transpose(-1, -2) / (k.shape[-1] ** 0.5)
    if keep is None:
        w = torch.softmax(scores, dim=-1)
        return w @ v, w
    keep = keep[:, None, :, :]
    top = scores.masked_fill(~keep, torch.finfo(scores.dtype).min).amax(-1, keepdim=True)
    e = torch.exp((scores - top).masked_fill(~keep, 0)).masked_fill(~keep, 0)
    total = e.sum(-1, keepdim=True)
    w = e / total.masked_fill(total == 0, 1)
    return w @ v, w


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v
    context, weights = scaled_dot_product(split_heads(q, heads), split_heads(k, heads), split_heads(v, heads), keep)
    return merge_heads(context) @ W_o, weights


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
        k = split_heads(self.W_k(query_input), self.heads)
        v = split_heads(self.W_v(key_value_input), self.heads)
        context, _ = scaled_dot_product(q, k, v, keep)
        return merge_heads(context)
