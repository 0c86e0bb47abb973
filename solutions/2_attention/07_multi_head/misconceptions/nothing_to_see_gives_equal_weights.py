"""A query that may see no key gives equal weights to all hidden keys.

All scores of that row are −1e9 then, and equal. Set the hidden weights to 0 after the softmax.
"""

import torch
from solution import merge_heads, split_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(key_value_input @ W_v, heads)
    scores = queries @ keys.transpose(-1, -2) / queries.shape[-1] ** 0.5
    if keep is not None:
        scores = scores.masked_fill(~keep.unsqueeze(1), -1e9)
    weights = torch.softmax(scores, dim=-1)
    return merge_heads(weights @ values) @ W_o, weights
