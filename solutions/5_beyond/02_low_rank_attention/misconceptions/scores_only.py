"""Only the products on the way to the scores are counted.

The weights are multiplied by the values too, which takes d_v multiplications per weight. And the values must be
projected, too.
"""


def dense_multiplications(length, d_k, d_v):
    return length * length * d_k


def low_rank_multiplications(length, rank, d_k, d_v):
    return 2 * length * rank * d_k
