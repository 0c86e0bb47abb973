"""The mask is applied after the softmax.

The hidden keys have taken their share by then, and what is left adds up to less than 1. Replace the hidden scores by −∞
first, then normalise.
"""

from solution import attention, merge_heads, split_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(key_value_input @ W_v, heads)
    mixed, weights = attention(queries, keys, values, None)
    if keep is not None:
        weights = weights * keep.unsqueeze(1)
        mixed = weights @ values
    return merge_heads(mixed) @ W_o, weights
