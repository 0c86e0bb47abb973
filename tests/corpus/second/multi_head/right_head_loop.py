# right: a loop over heads with column slices, sum of head_i @ rows of W_o, stack/cat for split and merge
"""Multi-head attention.  In the mask True means keep, False means hide."""

from __future__ import annotations

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    return torch.cat(x.unbind(1), dim=-1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    d_k = W_q.shape[1] // heads
    d_v = W_v.shape[1] // heads
    outputs = 0
    all_weights = []
    for i in range(heads):
        ck = slice(i * d_k, (i + 1) * d_k)
        cv = slice(i * d_v, (i + 1) * d_v)
        q = query_input @ W_q[:, ck]
        k = key_value_input @ W_k[:, ck]
        v = key_value_input @ W_v[:, cv]
        s = torch.bmm(q, k.transpose(1, 2)) * d_k ** -0.5
        if keep is not None:
            blind = ~keep.any(dim=-1, keepdim=True)
            s = s.masked_fill(~(keep | blind), float("-inf"))
        w = torch.softmax(s, dim=-1)
        if keep is not None:
            w = w.masked_fill(blind, 0.0)
        outputs = outputs + torch.bmm(w, v) @ W_o[cv]
        all_weights.append(w)
    return outputs, torch.stack(all_weights, dim=1)


class MultiHeadAttention(nn.Module):
    """Multi-head attention with learned projections."""

    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        out, _ = multi_head_attention(
            query_input, key_value_input,
            self.W_q.weight.T, self.W_k.weight.T, self.W_v.weight.T, self.W_o.weight.T,
            self.heads, keep,
        )
        return out
