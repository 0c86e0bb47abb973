# right: function in float64 with exp and the largest visible score; module through scaled_dot_product_attention on visible rows
"""Multi-head attention.  In the mask True means keep, False means hide."""

import torch
from torch import nn
from torch.nn import functional as F


def split_heads(x, heads):
    b, n, w = x.shape
    d = w // heads
    out = x.new_empty((b, heads, n, d))
    for i in range(heads):
        out[:, i] = x[:, :, i * d:(i + 1) * d]
    return out


def merge_heads(x):
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=2)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    kind = query_input.dtype
    qi, kv = query_input.double(), key_value_input.double()
    q = split_heads(qi @ W_q.double(), heads)
    k = split_heads(kv @ W_k.double(), heads)
    v = split_heads(kv @ W_v.double(), heads)
    s = (q @ k.mT) / q.shape[-1] ** 0.5
    if keep is None:
        see = torch.ones_like(s, dtype=torch.bool)
    else:
        see = keep[:, None].expand(s.shape)
    top = torch.where(see, s, torch.full_like(s, -torch.inf)).amax(-1, keepdim=True)
    top = torch.where(torch.isinf(top), torch.zeros_like(top), top)
    e = torch.where(see, torch.where(see, s - top, torch.zeros_like(s)).exp(), torch.zeros_like(s))
    total = e.sum(-1, keepdim=True)
    w = e / torch.where(total == 0, torch.ones_like(total), total)
    return (merge_heads(w @ v) @ W_o.double()).to(kind), w.to(kind)


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
        if keep is None:
            return self.W_o(merge_heads(F.scaled_dot_product_attention(q, k, v)))
        sees = keep.any(-1, keepdim=True)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=(keep | ~sees).unsqueeze(1))
        mixed = torch.where(sees.unsqueeze(1), mixed, torch.zeros_like(mixed))
        return self.W_o(merge_heads(mixed))
