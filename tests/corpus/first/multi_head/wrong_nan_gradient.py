# wrong: forward adds -inf to the scores and wipes the NaN of empty rows out after the softmax; values right, gradients NaN for empty rows
import torch
from torch import nn


def split_heads(x, heads):
    b, n, w = x.shape
    return x.reshape(b, n, heads, -1).movedim(2, 1)


def merge_heads(x):
    return x.movedim(1, 2).flatten(2, 3)


def to_additive(keep):
    return torch.zeros(keep.shape).masked_fill(~keep, float("-inf")).unsqueeze(1)


def attention(q, k, v, keep):
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if keep is not None:
        scores = scores + to_additive(keep)
    weights = torch.softmax(scores, dim=-1)
    weights = torch.nan_to_num(weights, nan=0.0)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    out, weights = attention(
        split_heads(query_input @ W_q, heads),
        split_heads(key_value_input @ W_k, heads),
        split_heads(key_value_input @ W_v, heads),
        keep,
    )
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
        out, _ = attention(
            split_heads(self.W_q(query_input), self.heads),
            split_heads(self.W_k(key_value_input), self.heads),
            split_heads(self.W_v(key_value_input), self.heads),
            keep,
        )
        return self.W_o(merge_heads(out))
