# wrong: two mistakes: forward uses the Linear weights without transposing them, and the values are made of query_input, seen in cross-attention.
import math

import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(list(x.unbind(dim=1)), dim=-1)


def attend(q, k, v, keep):
    """Scaled dot-product attention of (batch, head, ..., d); keep is (batch, query, key) or None."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if keep is None:
        weights = scores.softmax(dim=-1)
    else:
        keep = keep.unsqueeze(1)
        blind = ~keep.any(dim=-1, keepdim=True)
        weights = scores.masked_fill(~(keep | blind), -torch.inf).softmax(dim=-1).masked_fill(blind, 0.0)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    Q, K, V = query_input @ W_q, key_value_input @ W_k, query_input @ W_v
    mixed, weights = attend(split_heads(Q, heads), split_heads(K, heads), split_heads(V, heads), keep)
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

        outputs, _ = multi_head_attention(
            query_input, key_value_input, self.W_q.weight, self.W_k.weight, self.W_v.weight, self.W_o.weight, self.heads, keep
        )
        return outputs
