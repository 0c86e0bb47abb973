"""The cost of making the slots is left out.

E K and F V are matrix products too. Together they cost as much as the attention to the slots: count all four.
"""


def low_rank_multiplications(length, rank, d_k, d_v):
    return length * rank * (d_k + d_v)
