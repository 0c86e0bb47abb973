# wrong: the heads are joined to heads * d_k features: an error when d_v is not d_k. forward stops at the joined heads when there is one head (no W_o).
"""Multi-head attention.  In the mask True means keep, False means hide."""

import math

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    batch, position, width = x.shape
    return x.reshape(batch, position, heads, width // heads).transpose(1, 2)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    batch, heads, position, d_head = x.shape
    return x.transpose(1, 2).reshape(batch, position, heads * d_head)


def _attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, keep: torch.Tensor | None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        hidden = ~keep[:, None]
        weights = torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1)
        weights = weights.masked_fill(hidden, 0.0)
    return weights @ v, weights


def multi_head_attention(
    query_input: torch.Tensor,
    key_value_input: torch.Tensor,
    W_q: torch.Tensor,
    W_k: torch.Tensor,
    W_v: torch.Tensor,
    W_o: torch.Tensor,
    heads: int,
    keep: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    mixed, weights = _attend(q, k, v, keep)
    batch, _, position, d_head = q.shape
    joined = mixed.transpose(1, 2).reshape(batch, position, heads * d_head)
    return joined @ W_o, weights


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
        q = split_heads(self.W_q(query_input), self.heads)
        k = split_heads(self.W_k(key_value_input), self.heads)
        v = split_heads(self.W_v(key_value_input), self.heads)
        mixed, _ = _attend(q, k, v, keep)
        if self.heads == 1:
            return mixed.squeeze(1)
        return self.W_o(merge_heads(mixed))
