"""The mask lines up with the heads instead of the batch: it has no head axis.

Axes are matched from the end, so the batch of (batch, 1, key) falls on the heads of (batch, head, query, key). Insert
an axis of size 1: keep.unsqueeze(1).
"""

import torch
from solution import merge_heads, split_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(key_value_input @ W_v, heads)
    scores = queries @ keys.transpose(-1, -2) / queries.shape[-1] ** 0.5
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        hidden = ~keep
        scores = scores.masked_fill(hidden, float("-inf"))
        weights = torch.softmax(scores, dim=-1).masked_fill(hidden, 0.0)
    return merge_heads(weights @ values) @ W_o, weights
