# right: heads folded into the batch axis, bmm on three axes, mask repeated for every head.
"""Multi-head attention.  In the mask True means keep, False means hide."""

import math

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    batch, position, width = x.shape
    return x.contiguous().view(batch, position, heads, width // heads).permute(0, 2, 1, 3)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    batch, heads, position, d_head = x.shape
    return x.permute(0, 2, 1, 3).contiguous().view(batch, position, heads * d_head)


def _fold(x, heads):
    return split_heads(x, heads).flatten(0, 1)


def _attend(q, k, v, heads, keep):
    scores = torch.baddbmm(q.new_zeros(()), q, k.transpose(1, 2), beta=0, alpha=q.shape[-1] ** -0.5)
    if keep is not None:
        batch = q.shape[0] // heads
        hidden = ~keep.expand(batch, q.shape[1], k.shape[1]).repeat_interleave(heads, dim=0)
        scores = scores.masked_fill(hidden, -math.inf)
        scores = scores.masked_fill(hidden.all(dim=2, keepdim=True), 0.0)
        weights = nn.functional.softmax(scores, dim=2) * (~hidden).to(scores.dtype)
    else:
        weights = nn.functional.softmax(scores, dim=2)
    mixed = torch.bmm(weights, v)
    return mixed.unflatten(0, (-1, heads)), weights.unflatten(0, (-1, heads))


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = _fold(torch.matmul(query_input, W_q), heads)
    k = _fold(torch.matmul(key_value_input, W_k), heads)
    v = _fold(torch.matmul(key_value_input, W_v), heads)
    mixed, weights = _attend(q, k, v, heads, keep)
    return torch.matmul(merge_heads(mixed), W_o), weights


class MultiHeadAttention(nn.Module):
    """Multi-head attention with learned projections."""

    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(
        self, query_input: torch.Tensor, key_value_input: torch.Tensor, keep: torch.Tensor | None = None
    ) -> torch.Tensor:
        q = _fold(self.W_q(query_input), self.heads)
        k, v = (_fold(layer(key_value_input), self.heads) for layer in (self.W_k, self.W_v))
        return self.W_o(merge_heads(_attend(q, k, v, self.heads, keep)[0]))
