# right: einsum with the matrices reshaped to (d_model, head, d), mask as a small class
"""Multi-head attention.  In the mask True means keep, False means hide."""

import numpy as np

import torch
from torch import nn


def split_heads(x, heads):
    d = x.size(2) // heads
    return x.unflatten(2, (heads, d)).permute(0, 2, 1, 3)


def merge_heads(x):
    return x.permute(0, 2, 1, 3).flatten(2)


class Mask:
    def __init__(self, keep):
        self.hide = None if keep is None else ~keep[:, None, :, :]

    def before(self, scores):
        return scores if self.hide is None else torch.where(self.hide, scores.new_tensor(float("-inf")), scores)

    def after(self, weights):
        return weights if self.hide is None else torch.where(self.hide, torch.zeros_like(weights), weights)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    m = W_q.shape[0]
    q = torch.einsum("bqm,mhd->bhqd", query_input, W_q.reshape(m, heads, -1))
    k = torch.einsum("bkm,mhd->bhkd", key_value_input, W_k.reshape(W_k.shape[0], heads, -1))
    v = torch.einsum("bkm,mhd->bhkd", key_value_input, W_v.reshape(W_v.shape[0], heads, -1))
    mask = Mask(keep)
    scores = torch.einsum("bhqd,bhkd->bhqk", q / q.shape[-1] ** 0.5, k)
    weights = mask.after(torch.softmax(mask.before(scores), -1))
    W_out = W_o.reshape(heads, -1, W_o.shape[1])
    return torch.einsum("bhqk,bhkd,hdm->bqm", weights, v, W_out), weights


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
