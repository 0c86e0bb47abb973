"""Keys and values are made from query_input: it is always self-attention.

The weights then have a column for each query instead of each key. Make keys and values from key_value_input.
"""

from solution import attention, merge_heads, split_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(query_input @ W_k, heads)
    values = split_heads(query_input @ W_v, heads)
    mixed, weights = attention(
        queries, keys, values, None if keep is None else keep.unsqueeze(1)[..., : keys.shape[-2]]
    )
    return merge_heads(mixed) @ W_o, weights
