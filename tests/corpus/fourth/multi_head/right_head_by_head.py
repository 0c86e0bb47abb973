# right: one head after the other on blocks of columns, the softmax by hand, chunk and cat.
import math

import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(list(x.unbind(dim=1)), dim=-1)


def one_head(x, y, W_q, W_k, W_v, keep):
    q, k, v = x @ W_q, y @ W_k, y @ W_v
    scores = torch.einsum("bqd,bkd->bqk", q, k) * W_q.shape[1] ** -0.5
    if keep is None:
        keep = torch.ones_like(scores, dtype=torch.bool)
    keep = keep.expand(scores.shape)
    top = scores.detach().masked_fill(~keep, -torch.inf).amax(-1, keepdim=True)
    top = torch.where(top == -torch.inf, torch.zeros_like(top), top)
    powers = torch.exp((scores - top).masked_fill(~keep, -torch.inf))
    total = powers.sum(-1, keepdim=True)
    weights = powers / torch.where(total == 0, torch.ones_like(total), total)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    blocks = zip(*(W.chunk(heads, dim=1) for W in (W_q, W_k, W_v)))
    results = [one_head(query_input, key_value_input, *block, keep) for block in blocks]
    together = torch.cat([mixed for mixed, _ in results], dim=-1)
    return together @ W_o, torch.stack([weights for _, weights in results], dim=1)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):

        matrices = [layer.weight.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o)]
        return multi_head_attention(query_input, key_value_input, *matrices, self.heads, keep)[0]
