"""The module makes the values with W_k; W_v is not used, and never learns.

Keys say what a word can be found by, values what it passes on. Each has a projection of its own.
"""

from solution import MultiHeadAttention as Right
from solution import attention, merge_heads, split_heads


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):
        queries = split_heads(self.W_q(query_input), self.heads)
        keys = split_heads(self.W_k(key_value_input), self.heads)
        values = split_heads(self.W_k(key_value_input), self.heads)
        mixed, _ = attention(queries, keys, values, None if keep is None else keep.unsqueeze(1))
        return self.W_o(merge_heads(mixed))
