"""All heads use the same block of the projections, so all see the same.

Every head has matrices of its own: head i takes the i-th block of columns of W_q, W_k and W_v. Project with
the whole matrix and split the result.
"""

from solution import attention, merge_heads


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    d_k, d_v = W_q.shape[1] // heads, W_v.shape[1] // heads
    queries = (query_input @ W_q[:, :d_k]).unsqueeze(1).expand(-1, heads, -1, -1)
    keys = (key_value_input @ W_k[:, :d_k]).unsqueeze(1).expand(-1, heads, -1, -1)
    values = (key_value_input @ W_v[:, :d_v]).unsqueeze(1).expand(-1, heads, -1, -1)
    mixed, weights = attention(queries, keys, values, None if keep is None else keep.unsqueeze(1))
    return merge_heads(mixed) @ W_o, weights
