# wrong: the features are dealt out like cards (head i gets i, i + h, i + 2h, …) instead of in neighbouring blocks; merge_heads undoes it, so the round trip is right; shows for more than one head of width above 1.
import math

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    batch, position, features = x.size()
    x = x.reshape(batch, position, features // heads, heads)
    return x.permute(0, 3, 1, 2)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    batch, heads, position, d_head = x.size()
    return x.permute(0, 2, 3, 1).reshape(batch, position, heads * d_head)


def _attention(q, k, v, keep):
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.size(-1))
    if keep is None:
        weights = torch.softmax(scores, -1)
    else:
        keep = keep.unsqueeze(1)
        anything = keep.any(-1, keepdim=True)
        scores = torch.where(keep | ~anything, scores, torch.full_like(scores, float("-inf")))
        weights = torch.softmax(scores, -1) * anything
    return torch.einsum("bhqk,bhkd->bhqd", weights, v), weights


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
    q = split_heads(torch.matmul(query_input, W_q), heads)
    k = split_heads(torch.matmul(key_value_input, W_k), heads)
    v = split_heads(torch.matmul(key_value_input, W_v), heads)
    context, weights = _attention(q, k, v, keep)
    return torch.matmul(merge_heads(context), W_o), weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        q, k, v = self.W_q(query_input), self.W_k(key_value_input), self.W_v(key_value_input)
        context, _ = _attention(*(split_heads(t, self.heads) for t in (q, k, v)), keep)
        return self.W_o(merge_heads(context))
