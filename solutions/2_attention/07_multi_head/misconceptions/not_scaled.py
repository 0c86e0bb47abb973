"""The scores are not scaled.

Divide queries · keys by √d_k, where d_k is the width of one head, before the softmax.
"""

import torch
from solution import merge_heads, split_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(key_value_input @ W_v, heads)
    scores = queries @ keys.transpose(-1, -2)
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        hidden = ~keep.unsqueeze(1)
        scores = scores.masked_fill(hidden, float("-inf"))
        weights = torch.softmax(scores, dim=-1).masked_fill(hidden, 0.0)
    return merge_heads(weights @ values) @ W_o, weights
