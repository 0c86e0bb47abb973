"""The heads share one query and one value projection; only the keys have a block for each head.

One of the sources prints the formula like this, with an index on W^K alone. Every head has its own W_i^Q and W_i^V too:
split the queries and the values as you split the keys.
"""

from solution import attention, merge_heads, split_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    d_k, d_v = W_q.shape[1] // heads, W_v.shape[1] // heads
    queries = (query_input @ W_q[:, :d_k]).unsqueeze(1).expand(-1, heads, -1, -1)
    keys = split_heads(key_value_input @ W_k, heads)
    values = (key_value_input @ W_v[:, :d_v]).unsqueeze(1).expand(-1, heads, -1, -1)
    mixed, weights = attention(queries, keys, values, None if keep is None else keep.unsqueeze(1))
    return merge_heads(mixed) @ W_o, weights
