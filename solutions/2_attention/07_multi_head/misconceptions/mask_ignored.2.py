from solution import MultiHeadAttention as Right
from solution import multi_head_attention as right


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    return right(query_input, key_value_input, W_q, W_k, W_v, W_o, heads)


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):  # noqa: ARG002 - that is the mistake
        return super().forward(query_input, key_value_input)
