"""Multi-head attention: several attentions side by side, each with its own projections."""

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    """(batch, position, heads · d_head) -> (batch, head, position, d_head)."""
    batch, positions, features = x.shape
    x = x.reshape(batch, positions, heads, features // heads)  # cut the features of each word into blocks
    return x.transpose(1, 2)  # then bring the heads to the front: attention works on the last two axes


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    """(batch, head, position, d_head) -> (batch, position, heads · d_head)."""
    x = x.transpose(1, 2)  # (batch, position, head, d_head): first the blocks of one word together again
    return x.flatten(2)  # then joined end to end


def attention(queries, keys, values, keep):
    """softmax(Q Kᵀ / √d_k) V.  (..., query, d_k), (..., key, d_k), (..., key, d_v) -> outputs, weights."""
    d_k = queries.shape[-1]  # the width of one head
    scores = queries @ keys.transpose(-1, -2) / d_k**0.5  # (..., query, key)
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        weights = torch.softmax(scores.masked_fill(~keep, -torch.inf), dim=-1)
        # A row with nothing to see is NaN now. masked_fill makes it zeros, and lets no gradient back into it.
        weights = weights.masked_fill(~keep, 0.0)
    return weights @ values, weights


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
    """As the formula says it, one head after the other: Concat(head_1, ..., head_h) W^O."""
    mixed, weights = [], []
    for i in range(heads):  # head i owns the i-th block of columns, and reads all of d_model
        queries = query_input @ W_q.chunk(heads, dim=1)[i]  # (batch, query, d_k)
        keys = key_value_input @ W_k.chunk(heads, dim=1)[i]  # (batch, key, d_k)
        values = key_value_input @ W_v.chunk(heads, dim=1)[i]  # (batch, key, d_v)
        head, weight = attention(queries, keys, values, keep)  # (batch, query, d_v), (batch, query, key)
        mixed.append(head)
        weights.append(weight)
    return torch.cat(mixed, dim=-1) @ W_o, torch.stack(weights, dim=1)  # W^O lets the heads meet


class MultiHeadAttention(nn.Module):
    """The same with learned projections, and with all heads at once: one product instead of h small ones."""

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
        """(batch, query, d_model), (batch, key, d_model) -> (batch, query, d_model)."""
        # A Linear is called, not multiplied with: it knows how it stores its matrix. Then the heads are split.
        queries = self.W_q(query_input).unflatten(2, (self.heads, -1)).transpose(1, 2)  # (batch, head, query, d_k)
        keys = self.W_k(key_value_input).unflatten(2, (self.heads, -1)).transpose(1, 2)  # (batch, head, key, d_k)
        values = self.W_v(key_value_input).unflatten(2, (self.heads, -1)).transpose(1, 2)  # (batch, head, key, d_v)
        if keep is not None:
            keep = keep.unsqueeze(1)  # (batch, 1, query, key): one mask for every head
        mixed, _ = attention(queries, keys, values, keep)  # (batch, head, query, d_v)
        return self.W_o(mixed.transpose(1, 2).flatten(2))  # the heads are merged, and meet
