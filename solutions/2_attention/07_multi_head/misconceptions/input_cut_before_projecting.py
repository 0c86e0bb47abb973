"""The input is cut into heads first, so each head sees only a part of every word.

A head reads all d_model features and writes d_k of them: 512 → 64, not 64 → 64. Multiply the whole input by
the whole W_q, then split.
"""

import torch
from solution import attention, merge_heads, split_heads


def project(x, W, heads):
    blocks = W.reshape(heads, W.shape[0] // heads, heads, W.shape[1] // heads)
    own = torch.stack([blocks[i, :, i] for i in range(heads)])
    return split_heads(x, heads) @ own


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = project(query_input, W_q, heads)
    keys = project(key_value_input, W_k, heads)
    values = project(key_value_input, W_v, heads)
    mixed, weights = attention(queries, keys, values, None if keep is None else keep.unsqueeze(1))
    return merge_heads(mixed) @ W_o, weights
