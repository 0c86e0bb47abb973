# wrong: masks are repeated sentence by sentence for a (batch * heads) axis that runs head by head; shows if sentences differ in keep
import math

import torch
from torch import nn


def split_heads(x, heads):
    b, n, d = x.shape
    return x.view(b, n, heads, d // heads).permute(0, 2, 1, 3)


def merge_heads(x):
    b, h, n, d = x.shape
    return x.permute(0, 2, 1, 3).reshape(b, n, h * d)


def _core(q, k, v, keep):
    b, h, nq, d = q.shape
    nk = k.shape[2]
    q, k, v = (t.reshape(b * h, t.shape[2], t.shape[3]) for t in (q, k, v))
    scores = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(d)
    if keep is not None:
        mask = keep.expand(b, nq, nk).repeat(h, 1, 1)
        scores = scores.masked_fill(~mask, -1e20)
        weights = scores.softmax(-1).masked_fill(~mask, 0.0)
    else:
        weights = scores.softmax(-1)
    out = torch.bmm(weights, v)
    return out.view(b, h, nq, -1), weights.view(b, h, nq, nk)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = (
        split_heads(x @ W, heads)
        for x, W in ((query_input, W_q), (key_value_input, W_k), (key_value_input, W_v))
    )
    out, weights = _core(q, k, v, keep)
    return merge_heads(out) @ W_o, weights


class MultiHeadAttention(nn.Module):
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
        return self.W_o(merge_heads(_core(q, k, v, keep)[0]))
