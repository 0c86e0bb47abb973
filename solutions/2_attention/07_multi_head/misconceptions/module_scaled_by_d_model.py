"""The module divides the scores by √d_model instead of √d_k.

Take the last axis of the queries after they are split into heads.
"""

import torch
from solution import MultiHeadAttention as Right
from solution import merge_heads, split_heads


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):
        queries = split_heads(self.W_q(query_input), self.heads)
        keys = split_heads(self.W_k(key_value_input), self.heads)
        values = split_heads(self.W_v(key_value_input), self.heads)
        scores = queries @ keys.transpose(-1, -2) / query_input.shape[-1] ** 0.5
        if keep is None:
            weights = torch.softmax(scores, dim=-1)
        else:
            hidden = ~keep.unsqueeze(1)
            scores = scores.masked_fill(hidden, float("-inf"))
            weights = torch.softmax(scores, dim=-1).masked_fill(hidden, 0.0)
        return self.W_o(merge_heads(weights @ values))
