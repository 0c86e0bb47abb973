"""The module makes the queries with W_k and the keys with W_q.

The words that attend go through W_q, the words that they attend to through W_k.
"""

from solution import MultiHeadAttention as Right
from solution import attention, merge_heads, split_heads


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):
        queries = split_heads(self.W_k(query_input), self.heads)
        keys = split_heads(self.W_q(key_value_input), self.heads)
        values = split_heads(self.W_v(key_value_input), self.heads)
        mixed, _ = attention(queries, keys, values, None if keep is None else keep.unsqueeze(1))
        return self.W_o(merge_heads(mixed))
