"""The functions in numpy; a softmax written by hand in both."""

import numpy as np
import torch
from torch import nn


def split_heads(x, heads):
    return np.stack(np.split(np.asarray(x), heads, axis=-1), axis=1)


def merge_heads(x):
    x = np.asarray(x)
    return np.concatenate([x[:, head] for head in range(x.shape[1])], axis=-1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    query_input, key_value_input, W_q, W_k, W_v, W_o = (
        np.asarray(x) for x in (query_input, key_value_input, W_q, W_k, W_v, W_o)
    )
    queries, keys = split_heads(query_input @ W_q, heads), split_heads(key_value_input @ W_k, heads)
    scores = np.einsum("bhqd,bhkd->bhqk", queries, keys) / np.sqrt(queries.shape[-1])
    visible = np.ones(scores.shape, bool) if keep is None else np.asarray(keep)[:, None]
    scores = np.where(visible, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) * visible
    weights = weights / np.maximum(weights.sum(axis=-1, keepdims=True), 0.5)
    return merge_heads(weights @ split_heads(key_value_input @ W_v, heads)) @ W_o, weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        blocks = [layer(x).chunk(self.heads, dim=-1) for layer, x in self.projected(query_input, key_value_input)]
        heads = [self.one_head(*head, keep) for head in zip(*blocks, strict=True)]
        return self.W_o(torch.cat(heads, dim=-1))

    def projected(self, query_input, key_value_input):
        return (self.W_q, query_input), (self.W_k, key_value_input), (self.W_v, key_value_input)

    @staticmethod
    def one_head(queries, keys, values, keep):
        scores = torch.einsum("bqd,bkd->bqk", queries, keys) / queries.shape[-1] ** 0.5
        if keep is not None:
            scores = torch.where(keep, scores, torch.finfo(scores.dtype).min)
        shares = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
        if keep is not None:
            shares = shares * keep
        return shares / shares.sum(dim=-1, keepdim=True).clamp(min=1e-30) @ values
