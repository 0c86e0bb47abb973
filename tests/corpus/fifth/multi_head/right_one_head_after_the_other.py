# right: a loop over the heads with column blocks; every head has its own small attention; stacked and concatenated.
"""Multi-head attention.  In the mask True means keep, False means hide."""

import math

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    return torch.cat(list(x.unbind(dim=1)), dim=-1)


def _one_head(q, k, v, keep):
    scores = torch.bmm(q, k.mT) / math.sqrt(q.size(-1))
    if keep is None:
        weights = scores.softmax(-1)
    else:
        some = keep.any(dim=-1, keepdim=True)
        scores = torch.where(keep | ~some, scores, float("-inf"))
        weights = torch.where(some, scores.softmax(-1), 0.0)
    return torch.bmm(weights, v), weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    found, weights = [], []
    for Wq, Wk, Wv in zip(W_q.chunk(heads, 1), W_k.chunk(heads, 1), W_v.chunk(heads, 1)):
        head, w = _one_head(query_input @ Wq, key_value_input @ Wk, key_value_input @ Wv, keep)
        found.append(head)
        weights.append(w)
    return torch.cat(found, dim=-1) @ W_o, torch.stack(weights, dim=1)


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
        outputs, _ = multi_head_attention(
            query_input,
            key_value_input,
            self.W_q.weight.T,
            self.W_k.weight.T,
            self.W_v.weight.T,
            self.W_o.weight.T,
            self.heads,
            keep,
        )
        return outputs
