"""The module uses its matrices outside the graph: the inputs get gradients, the four projections get none.

.data and .detach() leave the values right but stop the learning. Call the layer, self.W_q(query_input), or use
self.W_q.weight itself.
"""

from solution import MultiHeadAttention as Right
from solution import multi_head_attention


class MultiHeadAttention(Right):
    def forward(self, query_input, key_value_input, keep=None):
        matrices = (layer.weight.data.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o))
        return multi_head_attention(query_input, key_value_input, *matrices, self.heads, keep)[0]
