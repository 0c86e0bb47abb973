"""The cost of making the slots is counted once, but keys and values are both projected.

E K takes r·n·d_k multiplications and F V another r·n·d_v: there are four products.
"""


def low_rank_multiplications(length, rank, d_k, d_v):
    return rank * length * d_k + length * rank * (d_k + d_v)
