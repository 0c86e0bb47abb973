# wrong: the module with one head leaves W_o out, since there is nothing to join: MultiHeadAttention(d_model, 1).
import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    """(batch, position, heads · d_head) -> (batch, head, position, d_head)."""
    batch, positions, features = x.shape
    x = x.reshape(batch, positions, heads, features // heads)
    return x.transpose(1, 2)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    """(batch, head, position, d_head) -> (batch, position, heads · d_head)."""
    x = x.transpose(1, 2)
    return x.flatten(2)


def attention(queries, keys, values, keep):
    """softmax(Q Kᵀ / √d_k) V.  (..., query, d_k), (..., key, d_k), (..., key, d_v) -> outputs, weights."""
    d_k = queries.shape[-1]
    scores = queries @ keys.transpose(-1, -2) / d_k**0.5
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        weights = torch.softmax(scores.masked_fill(~keep, -torch.inf), dim=-1)
        weights = weights.masked_fill(~keep, 0.0)
    return (weights @ values, weights)


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
    mixed, weights = ([], [])
    for i in range(heads):
        queries = query_input @ W_q.chunk(heads, dim=1)[i]
        keys = key_value_input @ W_k.chunk(heads, dim=1)[i]
        values = key_value_input @ W_v.chunk(heads, dim=1)[i]
        head, weight = attention(queries, keys, values, keep)
        mixed.append(head)
        weights.append(weight)
    return (torch.cat(mixed, dim=-1) @ W_o, torch.stack(weights, dim=1))


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
        queries = self.W_q(query_input).unflatten(2, (self.heads, -1)).transpose(1, 2)
        keys = self.W_k(key_value_input).unflatten(2, (self.heads, -1)).transpose(1, 2)
        values = self.W_v(key_value_input).unflatten(2, (self.heads, -1)).transpose(1, 2)
        if keep is not None:
            keep = keep.unsqueeze(1)
        mixed, _ = attention(queries, keys, values, keep)
        if self.heads == 1:
            return mixed.squeeze(1)
        return self.W_o(mixed.transpose(1, 2).flatten(2))
