"""The module cuts its inputs off: the projections get gradients, the layers below get none.

Use the inputs themselves, not .detach(), .data or a copy made with torch.tensor(...).
"""

from solution import MultiHeadAttention as Right
from solution import attention, merge_heads, split_heads


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):
        query_input, key_value_input = query_input.detach(), key_value_input.detach()
        queries = split_heads(self.W_q(query_input), self.heads)
        keys = split_heads(self.W_k(key_value_input), self.heads)
        values = split_heads(self.W_v(key_value_input), self.heads)
        mixed, _ = attention(queries, keys, values, None if keep is None else keep.unsqueeze(1))
        return self.W_o(merge_heads(mixed))
