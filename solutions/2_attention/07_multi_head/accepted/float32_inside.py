"""Everything in single precision, and the module built on the function with turned weights."""

import torch
from torch import nn


def split_heads(x, heads):
    batch, positions, _ = x.shape
    return x.float().view(batch, positions, heads, -1).permute(0, 2, 1, 3)


def merge_heads(x):
    batch, _, positions, _ = x.shape
    return x.float().permute(0, 2, 1, 3).contiguous().view(batch, positions, -1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    query_input, key_value_input = query_input.float().contiguous(), key_value_input.float().contiguous()
    queries = split_heads(query_input @ W_q.float(), heads)
    keys = split_heads(key_value_input @ W_k.float(), heads)
    values = split_heads(key_value_input @ W_v.float(), heads)
    scores = torch.matmul(queries, keys.mT) * queries.size(-1) ** -0.5
    if keep is not None:
        scores = torch.where(keep[:, None], scores, torch.finfo(torch.float32).min)
    weights = scores.softmax(-1)
    if keep is not None:
        weights = weights * keep[:, None]
    return merge_heads(weights @ values) @ W_o.float(), weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        turned = [layer.weight.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o)]
        return multi_head_attention(query_input, key_value_input, *turned, self.heads, keep)[0]
