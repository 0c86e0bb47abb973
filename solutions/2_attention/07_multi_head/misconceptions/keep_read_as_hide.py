"""The mask is inverted: keys are hidden where keep is True.

Here True means that a key is visible. Hide where keep is False. (PyTorch's own MultiheadAttention does it the other
way.)
"""

from solution import attention, merge_heads, split_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(key_value_input @ W_v, heads)
    mixed, weights = attention(queries, keys, values, None if keep is None else ~keep.unsqueeze(1))
    return merge_heads(mixed) @ W_o, weights
