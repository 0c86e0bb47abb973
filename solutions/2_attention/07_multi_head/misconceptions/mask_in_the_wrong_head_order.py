"""The masks are repeated in the wrong order: heads get the mask of another sentence.

With batch and heads in one axis, the heads of one sentence are adjacent: each mask must be repeated right after itself
(repeat_interleave), not the whole list over again (repeat). Or keep the axes apart and use keep.unsqueeze(1).
"""

import torch
from solution import merge_heads, split_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(key_value_input @ W_v, heads)
    scores = (queries @ keys.transpose(-1, -2) / queries.shape[-1] ** 0.5).flatten(0, 1)
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        batch = query_input.shape[0]
        hidden = ~keep.expand(batch, -1, -1).repeat(heads, 1, 1)
        scores = scores.masked_fill(hidden, float("-inf"))
        weights = torch.softmax(scores, dim=-1).masked_fill(hidden, 0.0)
    weights = weights.unflatten(0, (-1, heads))
    return merge_heads(weights @ values) @ W_o, weights
