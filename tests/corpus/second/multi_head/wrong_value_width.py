# wrong: multi_head_attention cuts W_v into blocks as wide as those of W_q; shows when d_v differs from d_k
"""Multi-head attention.  In the mask True means keep, False means hide."""

import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=2)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    d = W_q.shape[1] // heads
    outs, ws = [], []
    for i in range(heads):
        lo, hi = i * d, (i + 1) * d
        q = query_input @ W_q[:, lo:hi]
        k = key_value_input @ W_k[:, lo:hi]
        v = key_value_input @ W_v[:, lo:hi]
        s = q @ k.transpose(-2, -1) / d ** 0.5
        if keep is not None:
            s = s.masked_fill(~keep, float("-inf"))
        w = s.softmax(dim=-1)
        if keep is not None:
            w = w.masked_fill(~keep, 0.0)
        outs.append(w @ v)
        ws.append(w)
    return torch.cat(outs, dim=-1) @ W_o, torch.stack(ws, dim=1)


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
