"""A query that may see no key attends to all of them, as if none were hidden.

Adding a large negative number such as −1e9 to hidden scores does that: it changes no difference between them. Replace
them by −∞, and set the hidden weights to 0 after the softmax.
"""

import torch
from solution import MultiHeadAttention as Right
from solution import merge_heads, split_heads


def attend(queries, keys, values, keep):
    scores = queries @ keys.transpose(-1, -2) / queries.shape[-1] ** 0.5
    if keep is not None:
        scores = scores + ~keep.unsqueeze(1) * -1e9
    weights = torch.softmax(scores, dim=-1)
    return weights @ values, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(key_value_input @ W_v, heads)
    mixed, weights = attend(queries, keys, values, keep)
    return merge_heads(mixed) @ W_o, weights


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):
        matrices = (layer.weight.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o))
        return multi_head_attention(query_input, key_value_input, *matrices, self.heads, keep)[0]
