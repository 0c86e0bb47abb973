# wrong: multi_head_attention and forward divide by sqrt(d_model) instead of the root of the width of one head; shows with 2 or more heads
import math

import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(list(x.unbind(dim=1)), dim=-1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    d_model = query_input.shape[-1]
    q = query_input @ W_q / math.sqrt(d_model)
    k = key_value_input @ W_k
    v = key_value_input @ W_v
    all_weights, all_heads = [], []
    for qi, ki, vi in zip(q.chunk(heads, -1), k.chunk(heads, -1), v.chunk(heads, -1)):
        s = qi @ ki.transpose(1, 2)
        if keep is not None:
            visible = keep.expand_as(s)
            nobody = ~visible.any(-1, keepdim=True)
            s = s.masked_fill(~visible & ~nobody, float("-inf"))
            w = s.softmax(-1).masked_fill(nobody, 0.0)
        else:
            w = s.softmax(-1)
        all_weights.append(w)
        all_heads.append(w @ vi)
    return torch.cat(all_heads, -1) @ W_o, torch.stack(all_weights, 1)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        mats = [layer.weight.t() for layer in (self.W_q, self.W_k, self.W_v, self.W_o)]
        return multi_head_attention(query_input, key_value_input, *mats, self.heads, keep)[0]
