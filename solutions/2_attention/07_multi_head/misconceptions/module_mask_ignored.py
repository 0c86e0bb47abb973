"""The module does not use the mask.

Pass keep on to the attention: where it is False, the key is hidden from that query in every head.
"""

from solution import MultiHeadAttention as Right
from solution import attention, merge_heads, split_heads


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):  # noqa: ARG002 - that is the mistake
        queries = split_heads(self.W_q(query_input), self.heads)
        keys = split_heads(self.W_k(key_value_input), self.heads)
        values = split_heads(self.W_v(key_value_input), self.heads)
        mixed, _ = attention(queries, keys, values, None)
        return self.W_o(merge_heads(mixed))
