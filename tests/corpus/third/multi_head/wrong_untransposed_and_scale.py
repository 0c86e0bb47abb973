# wrong: two mistakes: forward uses the stored (out, in) matrices untransposed, and the scores are divided by the root of all features (heads · d_k) instead of one head's; shows for matrices that are not symmetric and for more than one head.
import torch
from torch import nn


def split_heads(x, heads):
    d = x.shape[-1] // heads
    return torch.stack([x[:, :, i * d:(i + 1) * d] for i in range(heads)], dim=1)


def merge_heads(x):
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=-1)


def one_head(q, k, v, keep, scale):
    scores = q @ k.transpose(1, 2) / scale
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        empty = ~keep.any(dim=-1, keepdim=True)
        weights = torch.softmax(scores.masked_fill(~keep & ~empty, float("-inf")), dim=-1)
        weights = torch.where(empty, torch.zeros_like(weights), weights)
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v
    scale = q.shape[-1] ** 0.5
    results, tables = [], []
    for q_i, k_i, v_i in zip(q.chunk(heads, -1), k.chunk(heads, -1), v.chunk(heads, -1)):
        out, weights = one_head(q_i, k_i, v_i, keep, scale)
        results.append(out)
        tables.append(weights)
    return merge_heads(torch.stack(results, dim=1)) @ W_o, torch.stack(tables, dim=1)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        return multi_head_attention(
            query_input, key_value_input, self.W_q.weight, self.W_k.weight, self.W_v.weight, self.W_o.weight,
            self.heads, keep,
        )[0]
