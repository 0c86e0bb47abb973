# right: the matrices are cut into heads, not the vectors; einsum does all; own softmax.
"""Multi-head attention.  In the mask True means keep, False means hide."""

import math

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return x.unflatten(-1, (heads, -1)).permute(0, 2, 1, 3)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    return x.permute(0, 2, 1, 3).flatten(2)


def _softmax(scores, keep):
    if keep is None:
        keep = scores.new_ones((), dtype=torch.bool)
    scores = scores.masked_fill(~keep, -math.inf)
    top = scores.detach().amax(dim=-1, keepdim=True)
    top = top.masked_fill(top == -math.inf, 0.0)
    e = (scores - top).exp()
    total = e.sum(dim=-1, keepdim=True)
    return e / total.masked_fill(total == 0, 1.0)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    Wq, Wk, Wv = (W.reshape(W.shape[0], heads, W.shape[1] // heads) for W in (W_q, W_k, W_v))
    Wo = W_o.reshape(heads, W_o.shape[0] // heads, W_o.shape[1])
    q = torch.einsum("bqm,mhd->bhqd", query_input, Wq)
    k = torch.einsum("bkm,mhd->bhkd", key_value_input, Wk)
    v = torch.einsum("bkm,mhd->bhkd", key_value_input, Wv)
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.shape[-1])
    weights = _softmax(scores, None if keep is None else keep.unsqueeze(1))
    outputs = torch.einsum("bhqk,bhkd,hdm->bqm", weights, v, Wo)
    return outputs, weights


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
