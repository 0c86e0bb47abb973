"""The function returns the outputs alone.

Two results are needed: return outputs, weights.
"""

from solution import attention as right


def attention(queries, keys, values, keep=None):
    outputs, _ = right(queries, keys, values, keep)
    return outputs
