# wrong: hidden scores are filled with -1e9 (empty rows are zeroed), but scores may have any size: where the visible ones lie below -1e9, hidden keys take the weight.
import torch
from torch import nn


class Heads:
    """Splits, attends and merges, for matrices and for layers alike."""

    def __init__(self, heads):
        self.heads = heads

    def split(self, x):
        return x.unflatten(2, (self.heads, x.shape[2] // self.heads)).movedim(2, 1)

    def merge(self, x):
        return x.movedim(1, 2).flatten(2)

    def attend(self, q, k, v, keep):
        q, k, v = self.split(q), self.split(k), self.split(v)
        s = torch.einsum("bhid,bhjd->bhij", q, k).div(q.shape[-1] ** 0.5)
        if keep is not None:
            s = s.masked_fill(keep.unsqueeze(1).logical_not(), -1e9)
        w = s.softmax(-1)
        if keep is not None:
            w = w.masked_fill(keep.any(-1, keepdim=True).unsqueeze(1).logical_not(), 0.0)
        return self.merge(torch.einsum("bhij,bhjd->bhid", w, v)), w


def split_heads(x, heads):
    return Heads(heads).split(x)


def merge_heads(x):
    return Heads(x.shape[1]).merge(x)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    out, w = Heads(heads).attend(query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v, keep)
    return out @ W_o, w


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        out, _ = Heads(self.heads).attend(
            self.W_q(query_input), self.W_k(key_value_input), self.W_v(key_value_input), keep
        )
        return self.W_o(out)
