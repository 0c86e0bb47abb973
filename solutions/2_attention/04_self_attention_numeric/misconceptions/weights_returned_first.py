"""The weights are returned first and the outputs second.

The order is outputs, weights.
"""

from solution import self_attention as right


def self_attention(x, W_q, W_k, W_v, scaled=True):
    mixed, weights = right(x, W_q, W_k, W_v, scaled)
    return weights, mixed
