# wrong: multi_head_attention lets head i read only its own slice of the input features; shows when W_q, W_k, W_v are not block diagonal
"""Multi-head attention.  In the mask True means keep, False means hide."""

import math

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    return torch.cat(x.unbind(1), dim=-1)


def one_head(x, y, Wq, Wk, Wv, keep):
    q, k, v = x @ Wq, y @ Wk, y @ Wv
    scores = q @ k.transpose(1, 2) / math.sqrt(Wk.shape[1])
    if keep is None:
        w = torch.softmax(scores, -1)
    else:
        w = torch.softmax(scores.masked_fill(~keep, -math.inf), -1).masked_fill(~keep, 0.0)
    return w @ v, w


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    xs = split_heads(query_input, heads)
    ys = split_heads(key_value_input, heads)
    parts = lambda W: [block.chunk(heads, 1)[i] for i, block in enumerate(W.chunk(heads, 0))]
    results = [
        one_head(xs[:, i], ys[:, i], q, k, v, keep)
        for i, (q, k, v) in enumerate(zip(parts(W_q), parts(W_k), parts(W_v)))
    ]
    joined = torch.cat([out for out, _ in results], dim=-1)
    return joined @ W_o, torch.stack([w for _, w in results], dim=1)


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
        q = split_heads(self.W_q(query_input), self.heads)
        k = split_heads(self.W_k(key_value_input), self.heads)
        v = split_heads(self.W_v(key_value_input), self.heads)
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        if keep is not None:
            scores = scores.masked_fill(~keep[:, None], -math.inf)
        w = scores.softmax(-1)
        if keep is not None:
            w = w.masked_fill(~keep[:, None], 0.0)
        return self.W_o(merge_heads(w @ v))
