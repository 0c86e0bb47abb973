"""The values are made from query_input; they belong to the words that are attended to.

Weights and values must belong to the same words. Make keys and values from key_value_input.
"""

import torch
from solution import MultiHeadAttention as Right
from solution import merge_heads, split_heads


def attend(queries, keys, values, keep):
    scores = queries @ keys.transpose(-1, -2) / queries.shape[-1] ** 0.5
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        hidden = ~keep.unsqueeze(1)
        weights = torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1).masked_fill(hidden, 0.0)
    return weights @ values, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    queries = split_heads(query_input @ W_q, heads)
    keys = split_heads(key_value_input @ W_k, heads)
    values = split_heads(query_input @ W_v, heads)
    mixed, weights = attend(queries, keys, values, keep)
    return merge_heads(mixed) @ W_o, weights


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):
        matrices = (layer.weight.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o))
        return multi_head_attention(query_input, key_value_input, *matrices, self.heads, keep)[0]
