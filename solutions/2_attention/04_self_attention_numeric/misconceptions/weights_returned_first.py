"""The weights come back first and the outputs second.

The order asked for is outputs, weights.
"""

from solution import self_attention as right


def self_attention(x, W_q, W_k, W_v, scaled=True):
    mixed, weights = right(x, W_q, W_k, W_v, scaled)
    return weights, mixed
