# wrong: rows without a visible key are opened in the caller's own mask (keep[empty] = True) to avoid NaN; this call is right, but the mask is changed, and the next call with it no longer gives zeros.
import torch
from torch import nn


def split_heads(x, heads):
    batch, n, width = x.shape
    return x.reshape(batch, n, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    batch, heads, n, width = x.shape
    return x.transpose(1, 2).reshape(batch, n, heads * width)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(torch.einsum("bqm,mf->bqf", query_input, W_q), heads)
    keys = split_heads(torch.einsum("bkm,mf->bkf", key_value_input, W_k), heads)
    values = split_heads(torch.einsum("bkm,mf->bkf", key_value_input, W_v), heads)
    scores = queries @ keys.transpose(2, 3) / queries.shape[3] ** 0.5
    if keep is None:
        weights = scores.softmax(dim=3)
    else:
        empty = ~keep.any(dim=2)
        keep[empty] = True
        weights = scores.masked_fill(~keep.unsqueeze(1), float("-inf")).softmax(dim=3)
        weights = weights.masked_fill(empty[:, None, :, None], 0.0)
    return merge_heads(weights @ values) @ W_o, weights


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
            query_input,
            key_value_input,
            self.W_q.weight.T,
            self.W_k.weight.T,
            self.W_v.weight.T,
            self.W_o.weight.T,
            self.heads,
            keep,
        )[0]
